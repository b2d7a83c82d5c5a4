'use client';

import { Pause, Play, RotateCw, SquareX, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { useNow } from '@/components/ui/clock';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { plural } from '@/components/ui/number.model';
import { StateBadge } from '@/components/ui/state-badge';
import { Time } from '@/components/ui/time';
import { useToast } from '@/components/ui/toast';
import { changeKeyAction } from '@/lib/console/actions/change-key';
import type { BlockedKeyView } from '@/lib/console/reads/blocked-keys';
import { RETRY_CHANGE_LIMITS, type RetryVerb } from '@/lib/model/retry-change';
import { KeyLane } from './key-lane';
import { blockedFor, KEY_WORDING, keyName, whyNot } from './keys.model';
import styles from './keys.module.css';

interface KeyDetailProps {
  readonly row: BlockedKeyView;
  /** Null: allowed. */
  readonly notAllowed: string | null;
  /** Shows a message beside the list. */
  readonly onRead: (messageId: string) => void;
}

/** One key: its head, what waits behind it, and what can be done. */
export function KeyDetail({ row, notAllowed, onRead }: KeyDetailProps) {
  const now = useNow();
  return (
    <div className={styles.detail}>
      <section className="panel" aria-label={`Key ${keyName(row)}`}>
        <header>
          <h2>{keyName(row)}</h2>
          {row.hold === null ? (
            <StateBadge state="blocked" label={`Blocked ${blockedFor(row, now)}`} />
          ) : (
            <StateBadge state="paused" label={`Held by ${row.hold.by}`} />
          )}
          <span className="panel-end small text-3">
            {row.topic}, queue {row.queueNo}
          </span>
        </header>
        <div className="panel-body col">
          <KeyLane row={row} onRead={onRead} />
          <Facts row={row} />
        </div>
      </section>
      <section className="panel" aria-label="What you can do">
        <header>
          <h2>What you can do</h2>
        </header>
        <div className="panel-body">
          <ul className={styles.todo}>
            <Choice verb="now" icon={RotateCw} row={row} notAllowed={notAllowed} />
            <Choice verb="bury" icon={SquareX} row={row} notAllowed={notAllowed} />
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
  const { errorType, errorMessage, head, hold, freeAt, behind, client } = row;
  return (
    <dl className="facts">
      <dt>Head error</dt>
      <dd className="mono">
        {errorType === null ? 'not reported' : `${errorType}${errorMessage === null ? '' : `: ${errorMessage}`}`}
      </dd>
      <dt>Client</dt>
      <dd>
        {client ?? 'none'}
        {head?.leased === true && head.visibleAt !== null ? (
          <>
            , its lease ends <Time at={head.visibleAt} />
          </>
        ) : null}
      </dd>
      <dt>If it never succeeds</dt>
      <dd>
        {freeAt === null ? (
          'nothing happens until the key is released'
        ) : (
          <>
            dead at <Time at={freeAt} />, then {plural(behind, 'message')} {behind === 1 ? 'follows' : 'follow'}
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

interface ChoiceProps extends Omit<KeyDetailProps, 'onRead'> {
  readonly verb: RetryVerb;
  readonly icon: LucideIcon;
}

function Choice({ verb, icon, row, notAllowed }: ChoiceProps) {
  const [open, setOpen] = useState(false);
  const now = useNow();
  const toast = useToast();
  const words = KEY_WORDING[verb];
  const reason = notAllowed ?? whyNot(verb, row, now);
  const { group, topic, queueNo, key, headOff } = row;
  return (
    <li>
      <span>
        <b>{words.label.replace('…', '')}</b>
        <br />
        <span className="small text-2">{reason ?? words.means(row)}</span>
      </span>
      <Button
        icon={icon}
        variant={verb === 'bury' ? 'danger' : 'default'}
        onClick={() => setOpen(true)}
        disabledReason={reason}
      >
        {words.label}
      </Button>
      {open ? (
        <ConfirmDialog
          open
          onOpenChange={setOpen}
          title={words.title(row)}
          confirmLabel={words.confirm}
          danger={words.danger === true}
          initialReason={words.title(row).replace('?', '')}
          requireReason={verb === 'hold' && row.behind >= RETRY_CHANGE_LIMITS.reasonFrom}
          run={(given) => changeKeyAction({ group, topic, queueNo, key, headOff, verb, reason: given.reason })}
          onDone={() => toast(words.done(keyName(row)))}
        >
          <p>{words.explains(row)}</p>
        </ConfirmDialog>
      ) : null}
    </li>
  );
}
