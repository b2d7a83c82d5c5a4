'use client';

import { Pause, Play, RotateCw, SquareX, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { useNow } from '@/components/ui/clock';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { plural } from '@/components/ui/number.model';
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
      <section className="panel" aria-label={`Key ${keyName(row)}`}>
        <header>
          <h2>{keyName(row)}</h2>
          <HeadState row={row} />
          <span className="panel-end small text-3">
            {row.topic}, queue {row.queueNo}
          </span>
        </header>
        <div className="panel-body col">
          <KeyLane row={row} onRead={onRead} />
          <Facts row={row} />
        </div>
      </section>
      <section className="panel" aria-label={`Actions for ${keyName(row)}`}>
        <header>
          <h2>Actions for {keyName(row)}</h2>
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
      <dt>Last error</dt>
      <dd className="mono">
        {errorType === null ? 'not reported' : `${errorType}${errorMessage === null ? '' : `: ${errorMessage}`}`}
      </dd>
      <dt>Client</dt>
      <dd>{holder === null ? (client === null ? 'none' : `none now, last ${client}`) : describeHolder(holder)}</dd>
      {head?.leased !== true || head.visibleAt === null ? null : (
        <>
          <dt>Lease</dt>
          <dd>
            {head.startedAt === null ? null : (
              <>
                received <Time at={head.startedAt} />,{' '}
              </>
            )}
            {row.renewedAt === null ? null : (
              <>
                renewed {plural(row.renewals, 'time')}, last <Time at={row.renewedAt} />,{' '}
              </>
            )}
            ends <Time at={head.visibleAt} />
            {head.retriesItself ? ' unless renewed' : ''}
          </dd>
        </>
      )}
      {clientAttempt === null ? null : (
        <>
          <dt>Reported by the client</dt>
          <dd>attempt {clientAttempt}, retried by the client itself; the broker counts its own deliveries only</dd>
        </>
      )}
      <dt>If every attempt fails</dt>
      <dd>
        {hold !== null ? (
          'nothing is scheduled while the key is held'
        ) : freeAt === null ? (
          head === null ? (
            'nothing of the key is in progress'
          ) : (
            'unknown: its client should have given it up by now'
          )
        ) : (
          <>
            moves to the DLQ by <Time at={freeAt} />, then {plural(behind, 'message')} behind it{' '}
            {behind === 1 ? 'is' : 'are'} delivered
          </>
        )}
      </dd>
      {hold === null ? null : (
        <>
          <dt>Held</dt>
          <dd>
            by {hold.by} since <Time at={hold.at} />
            {hold.reason === '' ? '' : `: ${hold.reason}`}
          </dd>
        </>
      )}
    </dl>
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
      <span>
        <b>{words.label.replace('…', '')}</b>
        <br />
        <span className="small text-2">{reason ?? words.means.join(' ')}</span>
      </span>
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
      <span>
        <b>Move all {sharing} heads with this cause to the DLQ</b>
        <br />
        <span className="small text-2">
          {notAllowed ??
            `${row.errorType ?? 'The same error'} blocks ${sharing} keys of ${row.group}. ` +
              'Only their head messages move; the messages behind them are delivered.'}
        </span>
      </span>
      <Button icon={SquareX} variant="danger" onClick={() => setAsked(row)} disabledReason={notAllowed}>
        Move {sharing} heads to the DLQ…
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
            <span className="mono">{headId ?? 'Its head message'}</span>, leased to {describeHolder(holder)}
            {head.startedAt === null ? null : (
              <>
                {' '}
                since <Time at={head.startedAt} />
              </>
            )}
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
