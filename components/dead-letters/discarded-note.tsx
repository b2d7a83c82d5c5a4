'use client';

import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { changeOutcome } from '@/components/data-table/set-change.model';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { formatCount, plural } from '@/components/ui/number.model';
import { RelativeTime } from '@/components/ui/time';
import { useToast } from '@/components/ui/toast';
import { restoreLettersAction } from '@/lib/console/actions/dead-letters';
import type { ReadData } from '@/lib/console/reads/registry';
import { LETTER_LIMITS } from '@/lib/model/dead-letter/letter-change';
import styles from './dead-letters.module.css';

type DiscardView = ReadData<'discards'>[number];

const FIRST = 3;

/** What was discarded and can still be restored, with how long. */
export function DiscardedNote({
  group,
  notAllowed,
}: {
  readonly group: string | undefined;
  readonly notAllowed: string | null;
}) {
  const discards = useLiveQuery('discards', { group }, { live: { kinds: ['dead-letter'] } });
  const [asked, setAsked] = useState<DiscardView | null>(null);
  const [all, setAll] = useState(false);
  const toast = useToast();
  const rows = discards.data ?? [];
  if (rows.length === 0) return null;
  return (
    <section className="panel" aria-label="Discarded">
      <ul className={styles.discards}>
        {(all ? rows : rows.slice(0, FIRST)).map((row) => (
          <li key={row.discardId}>
            <span className={styles.discard} title={row.reason}>
              <b>
                {formatCount(row.discarded)} of {row.group} discarded
              </b>{' '}
              by {row.actor} <RelativeTime at={row.at} />: {row.reason}
            </span>
            <span className="small text-2 nowrap">{row.open ? 'still being discarded' : <Restorable row={row} />}</span>
            <Button size="small" icon={Undo2} onClick={() => setAsked(row)} disabledReason={notAllowed}>
              Restore {formatCount(row.restorable)}…
            </Button>
          </li>
        ))}
      </ul>
      {rows.length > FIRST ? (
        <footer>
          <Button size="small" onClick={() => setAll(!all)}>
            {all ? `Show the newest ${FIRST}` : `Show all ${rows.length}`}
          </Button>
        </footer>
      ) : null}
      {asked === null ? null : (
        <ConfirmDialog
          open
          onOpenChange={(open) => (open ? undefined : setAsked(null))}
          title={`Restore ${formatCount(asked.restorable)} of ${asked.group}?`}
          confirmLabel={`Restore ${formatCount(asked.restorable)}`}
          initialReason={`Restore what ${asked.actor} discarded: ${asked.reason}`}
          requireReason={asked.restorable >= LETTER_LIMITS.reasonFrom}
          run={({ reason }) => restoreLettersAction({ group: asked.group, discardId: asked.discardId, reason })}
          onDone={(job) => {
            setAsked(null);
            toast(changeOutcome((changed) => `${plural(changed, 'dead letter')} restored.`, job));
          }}
        >
          They become dead letters again, as they were. Those past their time are kept for another 24 h.
        </ConfirmDialog>
      )}
    </section>
  );
}

function Restorable({ row: { firstGoneAt, goneAt } }: { readonly row: DiscardView }) {
  if (firstGoneAt === null || goneAt === null) return null;
  if (firstGoneAt === goneAt)
    return (
      <>
        gone for good <RelativeTime at={goneAt} />
      </>
    );
  return (
    <>
      the first gone for good <RelativeTime at={firstGoneAt} />, all <RelativeTime at={goneAt} />
    </>
  );
}
