'use client';

import { Said } from '@/components/ui/said';
import { type Piece, pieces, t } from '@/lib/model/language/t';
import { causeHref } from '@/components/parts/names';
import { TrendingUp, WrapText } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useHere } from '@/components/live/use-here';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Icon } from '@/components/ui/icon';
import { Link } from '@/components/ui/link';
import { RelativeTime, Time } from '@/components/ui/time';
import type { FailureReason, MessageTimeline } from '@/lib/model/message/timeline';
import { spreadSentence } from './cause-spread.model';
import { ErrorText } from './error-text';
import styles from './messages.module.css';
import { nameOfClient, processOf } from './process.model';

/** The error of the last delivery that failed, whole and first: it is why one opens the page. */
export function ErrorPanel({ timeline }: { readonly timeline: MessageTimeline }) {
  const [wraps, setWraps] = useState(true);
  const [last] = timeline.reasons;
  if (last === undefined || timeline.state === 'consumed') return null;
  const { errorType, message, stack } = last;
  return (
    <section className="panel" aria-label={t('Error')}>
      <header className="wrap">
        <h2>{timeline.deadAt === null ? t('Last error') : t('Error')}</h2>
        <span className="small text-2">
          <Said of={reportedWords(timeline, last)} />
        </span>
        <span className="panel-end row row-tight">
          <Button
            variant="ghost"
            size="small"
            icon={WrapText}
            aria-pressed={wraps}
            onClick={() => setWraps(!wraps)}
            title={wraps ? t('Show each line as one line') : t('Wrap long lines')}
          >
            {t('Wrap lines')}
          </Button>
          <CopyButton text={[`${errorType}: ${message}`, stack].filter((part) => part !== null).join('\n')} showLabel />
        </span>
      </header>
      <ErrorText {...{ errorType, message, stack, wraps }} className={styles.error} />
      {last.fingerprint === '' ? null : (
        <SameCause group={timeline.group} fingerprint={last.fingerprint} isDead={timeline.deadAt !== null} />
      )}
    </section>
  );
}

/** "attempt 4, reported at 21:14:53 by orders-worker-1 (billing 2.14.1) on ow-1.eu"; what is unknown is left out. */
function reportedWords(timeline: MessageTimeline, failure: FailureReason): readonly Piece<ReactElement>[] {
  const { generation, attempt, appVersion, reportedAt } = failure;
  const given = { attempt, at: <Time at={reportedAt} /> };
  const client = timeline.deliveries.find((each) => each.generation === generation && each.attempt === attempt)?.client;
  if (client == null)
    return appVersion === null
      ? pieces('attempt {attempt}, reported at {at}', given)
      : pieces('attempt {attempt}, reported at {at}, version {version}', { ...given, version: appVersion });
  const { application, host } = processOf(timeline.processes, client, appVersion);
  const name =
    application === null
      ? nameOfClient(client)
      : t('{client} ({application})', { client: nameOfClient(client), application });
  return host === null
    ? pieces('attempt {attempt}, reported at {at} by {client}', { ...given, client: name })
    : pieces('attempt {attempt}, reported at {at} by {client} on {host}', { ...given, client: name, host });
}

interface SameCauseProps {
  readonly group: string;
  readonly fingerprint: string;
  readonly isDead: boolean;
}

/** Whether this is the trouble of one message or of most. A failed read costs the line alone. */
function SameCause({ group, fingerprint, isDead }: SameCauseProps) {
  const here = useHere();
  const { data, error } = useLiveQuery('causeSpread', { group, fingerprint }, { live: { kinds: ['message'], group } });
  if (error !== null && data === undefined) return null;
  const words = data == null ? t('Counting the other messages with this cause…') : spreadSentence(data, group);
  return (
    <div className={styles.sameCause}>
      <Icon of={TrendingUp} size={13} />
      <span>
        {words}
        {data?.firstAt == null ? null : <Said of={pieces('; first {at}', { at: <Time at={data.firstAt} /> })} />}
        {data?.lastAt == null || isDead ? null : (
          <Said of={pieces(', last {ago}', { ago: <RelativeTime at={data.lastAt} /> })} />
        )}
      </span>
      <Link href={here(causeHref({ key: fingerprint, group }))} prefetch={false}>
        {t('Open cause')}
      </Link>
    </div>
  );
}
