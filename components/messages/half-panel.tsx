'use client';

import { Link } from '@/components/ui/link';
import { HalfActions } from '@/components/transactions/half-actions';
import { describeEnd, describeWait, givenUpWords, transactionsHref } from '@/components/transactions/transaction.model';
import { useNow } from '@/components/ui/clock';
import { formatDuration } from '@/components/ui/duration.model';
import { formatBytes } from '@/components/ui/number.model';
import { RelativeTime, Time, ZoneName } from '@/components/ui/time';
import type { HalfMessageView } from '@/lib/console/operations/transactions/views';
import type { HalfState, TransactionPolicy } from '@/lib/model/message/half-message';
import { BodyPanel } from './body-panel';
import { Headers } from './facts-panels';
import styles from './messages.module.css';
import { Said } from '@/components/ui/said';
import { enumerated } from '@/lib/model/language/list';
import { msg, pieces, t } from '@/lib/model/language/t';

const AFTER: Readonly<Record<Exclude<HalfState, 'given-up'>, string>> = {
  pending: msg('No consumer receives the message before it is committed.'),
  committed: msg('The message was delivered from the log and has left it since.'),
  'rolled-back': msg('The message was never delivered, and its body is not kept.'),
};

interface HalfPanelProps {
  readonly half: HalfMessageView;
  readonly policy: TransactionPolicy;
  readonly notAllowed: string | null;
  readonly bodyNotAllowed: string | null;
  readonly onChanged: () => void;
}

/** In place of the timeline: no group has this message, and only a commit changes that. */
export function HalfPanel({ half, policy, notAllowed, bodyNotAllowed, onChanged }: HalfPanelProps) {
  const now = useNow();
  const isPending = half.state === 'pending';
  const isGivenUp = half.state === 'given-up';
  return (
    <>
      <section className="panel">
        <div className={styles.verdict}>
          <div className={styles.sentence}>
            <p data-testid="headline">{isPending ? describeWait(half, policy, now) : describeEnd(half)}</p>
            <p className="small text-2">
              {half.state === 'given-up' ? givenUpWords(half.hasBody) : t(AFTER[half.state])}
            </p>
          </div>
          {isPending || (isGivenUp && half.hasBody) ? (
            <HalfActions half={half} notAllowed={notAllowed} onChanged={onChanged} />
          ) : null}
        </div>
      </section>
      <div className="split split-main">
        <div className="col col-wide">
          <TransactionNote half={half} policy={policy} />
        </div>
        <div className="col col-wide">
          {half.hasBody ? <BodyPanel messageId={half.messageId} place={half} notAllowed={bodyNotAllowed} /> : null}
          <Headers place={half} />
        </div>
      </div>
    </>
  );
}

/** Beside the timeline of a committed message: how its transaction ended. */
export function TransactionNote({ half, policy }: Pick<HalfPanelProps, 'half' | 'policy'>) {
  return (
    <section className="panel">
      <header>
        <h2>{t('Transaction')}</h2>
        <span className="small text-3">{describeEnd(half)}</span>
      </header>
      <div className="panel-body">
        <HalfFacts half={half} policy={policy} />
      </div>
    </section>
  );
}

function HalfFacts({ half, policy }: Pick<HalfPanelProps, 'half' | 'policy'>) {
  const { resolvedAt } = half;
  return (
    <dl className="facts">
      <dt>{t('Topic')}</dt>
      <dd>
        <Link href={transactionsHref(half.topic)} prefetch={false}>
          {half.topic}
        </Link>
      </dd>
      <dt>{t('Producer')}</dt>
      <dd>
        {t('{producer} on {host}', {
          producer: half.producer === '' ? t('unknown') : half.producer,
          host: half.bornHost,
        })}
      </dd>
      <dt>{t('Sent')}</dt>
      <dd>
        <Time at={half.storedAt} style="day-clock" /> <ZoneName />
      </dd>
      <dt>{t('Transaction checks')}</dt>
      <dd>
        <Said
          of={
            half.lastCheckAt === null
              ? pieces('{made, number} of {most, number}', { made: half.checks, most: policy.maxChecks })
              : pieces('{made, number} of {most, number}, last one {time}', {
                  ...{ made: half.checks, most: policy.maxChecks, time: <RelativeTime at={half.lastCheckAt} /> },
                })
          }
        />
      </dd>
      {resolvedAt === null ? (
        <>
          <dt>{t('Rolls back')}</dt>
          <dd>
            <Said
              of={pieces('{time} {zone}, unless it ends earlier', {
                time: <Time at={half.givesUpAt} style="day-clock" />,
                zone: <ZoneName />,
              })}
            />
          </dd>
        </>
      ) : (
        <>
          <dt>{t('Ended at')}</dt>
          <dd>
            <Said
              of={pieces('{time} {zone}, after {duration}', {
                time: <Time at={resolvedAt} style="day-clock" />,
                zone: <ZoneName />,
                duration: formatDuration(Date.parse(resolvedAt) - Date.parse(half.storedAt), 2),
              })}
            />
          </dd>
        </>
      )}
      {half.keys.length === 0 ? null : (
        <>
          <dt>{t('Keys')}</dt>
          <dd>{enumerated(half.keys)}</dd>
        </>
      )}
      {half.tag === null ? null : (
        <>
          <dt>{t('Tag')}</dt>
          <dd>{half.tag}</dd>
        </>
      )}
      <dt>{t('Body size')}</dt>
      <dd>{formatBytes(half.bodyBytes)}</dd>
    </dl>
  );
}
