'use client';

import { Pause, Play, RotateCw, SquareX, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { useNow } from '@/components/ui/clock';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { Time } from '@/components/ui/time';
import { useToast } from '@/components/ui/toast';
import { changeKeyAction } from '@/lib/console/actions/messages';
import type { BlockedKeyView } from '@/lib/console/operations/keys/views';
import { describeHolder } from '@/lib/model/delivery/revoke';
import { RETRY_CHANGE_LIMITS, type RetryVerb } from '@/lib/model/delivery/retry-change';
import { HeadsDialog } from './heads-dialog';
import { HeadState } from './key-columns';
import { KeyLane } from './key-lane';
import { keyName, reasonFor, whyNot, wordingOf } from './keys.model';
import styles from './keys.module.css';
import { between, pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';
import { sentences } from '@/lib/model/language/list';

interface KeyDetailProps {
  readonly row: BlockedKeyView;
  /** Keys that the same cause blocks, this one included. */
  readonly sharing: number;
  /** Null: allowed. */
  readonly notAllowed: string | null;
  /** Shows a message beside the list. */
  readonly onRead: (messageId: string) => void;
}

/** One key: its head, what waits behind it, and what can be done. */
export function KeyDetail({ row, sharing, notAllowed, onRead }: KeyDetailProps) {
  return (
    <div className={styles.detail}>
      <section className="panel" aria-label={t('Key {key}', { key: keyName(row) })}>
        <header>
          <h2>{keyName(row)}</h2>
          <HeadState row={row} />
          <span className="panel-end small text-3">
            {t('{topic}, queue {queue, number}', { topic: row.topic, queue: row.queueNo })}
          </span>
        </header>
        <div className="panel-body col">
          <KeyLane row={row} onRead={onRead} />
          <Facts row={row} />
        </div>
      </section>
      <section className="panel" aria-label={t('Actions for {key}', { key: keyName(row) })}>
        <header>
          <h2>{t('Actions for {key}', { key: keyName(row) })}</h2>
        </header>
        <div className="panel-body">
          <ul className={styles.todo}>
            <Choice verb="bury" icon={SquareX} row={row} notAllowed={notAllowed} />
            {sharing < 2 || row.cause === null ? null : (
              <AllHeads row={{ ...row, cause: row.cause }} sharing={sharing} notAllowed={notAllowed} />
            )}
            <Choice verb="now" icon={RotateCw} row={row} notAllowed={notAllowed} />
            {row.hold === null ? (
              <Choice verb="hold" icon={Pause} row={row} notAllowed={notAllowed} />
            ) : (
              <Choice verb="release" icon={Play} row={row} notAllowed={notAllowed} />
            )}
          </ul>
        </div>
      </section>
    </div>
  );
}

function Facts({ row }: { readonly row: BlockedKeyView }) {
  const { errorType, errorMessage, head, hold, freeAt, behind, holder, client, clientAttempt } = row;
  return (
    <dl className="facts">
      <dt>{t('Last error')}</dt>
      <dd className="mono">
        {errorType === null ? t('not reported') : `${errorType}${errorMessage === null ? '' : `: ${errorMessage}`}`}
      </dd>
      <dt>{t('Client')}</dt>
      <dd>
        {holder === null
          ? client === null
            ? t('none')
            : t('none now, last {client}', { client })
          : describeHolder(holder)}
      </dd>
      {head?.leased !== true || head.visibleAt === null ? null : (
        <>
          <dt>{t('Lease')}</dt>
          <dd>
            <LeaseFacts row={row} until={head.visibleAt} />
          </dd>
        </>
      )}
      {clientAttempt === null ? null : (
        <>
          <dt>{t('Reported by the client')}</dt>
          <dd>
            {t('attempt {attempt, number}, retried by the client itself; the broker counts its own deliveries only', {
              attempt: clientAttempt,
            })}
          </dd>
        </>
      )}
      <dt>{t('If every attempt fails')}</dt>
      <dd>
        {hold !== null ? (
          t('nothing is scheduled while the key is held')
        ) : freeAt === null ? (
          head === null ? (
            t('no message of the key is in progress')
          ) : (
            t('unknown: the client should have given up the message by now')
          )
        ) : (
          <Said
            of={pieces(
              `moves to the DLQ by {time}, then {behind, plural, one {# message behind it is} other {# messages
              behind it are}} delivered`,
              { time: <Time at={freeAt} />, behind },
            )}
          />
        )}
      </dd>
      {hold === null ? null : (
        <>
          <dt>{t('Held')}</dt>
          <dd>
            <Said of={pieces('by {name} since {time}', { name: hold.by, time: <Time at={hold.at} /> })} />
            {hold.reason === '' ? '' : `${between(':')}${hold.reason}`}
          </dd>
        </>
      )}
    </dl>
  );
}

/** When its client got the head message, how often it renewed the lease, and when the lease ends. */
function LeaseFacts({
  row: { head, renewedAt, renewals },
  until,
}: {
  readonly row: BlockedKeyView;
  readonly until: string;
}) {
  return (
    <ul className="plain">
      {head?.startedAt == null ? null : (
        <li>
          <Said of={pieces('received {time}', { time: <Time at={head.startedAt} /> })} />
        </li>
      )}
      {renewedAt === null ? null : (
        <li>
          <Said
            of={pieces('renewed {renewals, plural, one {once} other {# times}}, last {time}', {
              renewals,
              time: <Time at={renewedAt} />,
            })}
          />
        </li>
      )}
      <li>
        <Said
          of={
            head?.retriesItself === true
              ? pieces('ends {time} unless renewed', { time: <Time at={until} /> })
              : pieces('ends {time}', { time: <Time at={until} /> })
          }
        />
      </li>
    </ul>
  );
}

interface ChoiceProps extends Omit<KeyDetailProps, 'onRead' | 'sharing'> {
  readonly verb: RetryVerb;
  readonly icon: LucideIcon;
}

function Choice({ verb, icon, row, notAllowed }: ChoiceProps) {
  // The row as it was when the dialog opened: what is confirmed is what was read.
  const [asked, setAsked] = useState<BlockedKeyView | null>(null);
  const now = useNow();
  const words = wordingOf(verb, row);
  const reason = notAllowed ?? whyNot(verb, row, now);
  return (
    <li>
      <b>{words.label.replace('…', '')}</b>
      <span className={`small text-2 ${styles.means}`}>{reason ?? sentences(...words.means)}</span>
      <Button
        icon={icon}
        variant={verb === 'bury' ? 'danger' : 'default'}
        onClick={() => setAsked(row)}
        disabledReason={reason}
      >
        {words.label}
      </Button>
      {asked === null ? null : <KeyDialog verb={verb} row={asked} nowMs={now} onClose={() => setAsked(null)} />}
    </li>
  );
}

interface AllHeadsProps extends Pick<KeyDetailProps, 'sharing' | 'notAllowed'> {
  readonly row: BlockedKeyView & { readonly cause: string };
}

/** The same decision about every key that this cause blocks. */
function AllHeads({ row, sharing, notAllowed }: AllHeadsProps) {
  const [asked, setAsked] = useState<AllHeadsProps['row'] | null>(null);
  return (
    <li>
      <b>{t('Move all {count, number} head messages with this cause to the DLQ', { count: sharing })}</b>
      <span className={`small text-2 ${styles.means}`}>
        {notAllowed ??
          t(
            `{cause} blocks {count, number} keys of {group}. Only their head messages move; the messages behind
            them are delivered.`,
            { cause: row.errorType ?? t('The same error'), count: sharing, group: row.group },
          )}
      </span>
      <Button icon={SquareX} variant="danger" onClick={() => setAsked(row)} disabledReason={notAllowed}>
        {t('Move {count, number} head messages to the DLQ…', { count: sharing })}
      </Button>
      {asked === null ? null : <HeadsDialog row={asked} onClose={() => setAsked(null)} />}
    </li>
  );
}

interface KeyDialogProps {
  readonly verb: RetryVerb;
  readonly row: BlockedKeyView;
  readonly nowMs: number;
  readonly onClose: () => void;
}

interface LeasedProps {
  /** Null: past the retention of the log. */
  readonly messageId: string | null;
  readonly holder: string;
  readonly since: string | null;
}

function Leased({ messageId, holder, since }: LeasedProps) {
  const message = <span className="mono">{messageId ?? t('Its head message')}</span>;
  return (
    <Said
      of={
        since === null
          ? pieces('{message}, leased to {holder}', { message, holder })
          : pieces('{message}, leased to {holder} since {time}', { message, holder, time: <Time at={since} /> })
      }
    />
  );
}

function KeyDialog({ verb, row, nowMs, onClose }: KeyDialogProps) {
  const toast = useToast();
  const words = wordingOf(verb, row);
  const { group, topic, queueNo, key, headOff, headId, head, holder } = row;
  const revokes = head?.leased === true && (verb === 'now' || verb === 'bury');
  const what = { group, topic, queueNo, key, headOff, verb };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={words.title}
      confirmLabel={words.confirm}
      danger={words.danger === true}
      requireReason={revokes || (verb === 'hold' && row.behind >= RETRY_CHANGE_LIMITS.reasonFrom)}
      initialReason={revokes ? reasonFor(row, nowMs) : ''}
      run={({ reason }) =>
        changeKeyAction({
          ...what,
          reason,
          ...(revokes ? { revoke: true } : {}),
          ...(headId === null ? {} : { headMessageId: headId }),
        })
      }
      onDone={() => toast(words.done)}
    >
      <div className="col">
        {revokes && holder !== null ? (
          <p className="small text-2">
            <Leased messageId={headId} holder={describeHolder(holder)} since={head.startedAt} />
          </p>
        ) : null}
        <ul className={styles.consequences}>
          {words.means.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </div>
    </ConfirmDialog>
  );
}
