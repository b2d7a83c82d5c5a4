'use client';

import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { changeOutcome } from '@/components/data-table/set-change.model';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { RelativeTime } from '@/components/ui/time';
import { useToast } from '@/components/ui/toast';
import { restoreLettersAction } from '@/lib/console/actions/dead-letters';
import type { ReadData } from '@/lib/console/reads/registry';
import { LETTER_LIMITS } from '@/lib/model/dead-letter/letter-change';
import styles from './dead-letters.module.css';
import { Said } from '@/components/ui/said';
import { pieces, t } from '@/lib/model/language/t';

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
    <section className="panel" aria-label={t('Discarded')}>
      <ul className={styles.discards}>
        {(all ? rows : rows.slice(0, FIRST)).map((row) => (
          <li key={row.discardId}>
            <span className={styles.discard} title={row.reason}>
              <Said
                of={pieces('<b>{discarded, number} of {group} discarded</b> by {actor} {relativeTime}: {reason}', {
                  discarded: row.discarded,
                  group: row.group,
                  actor: row.actor,
                  relativeTime: <RelativeTime at={row.at} />,
                  reason: row.reason,
                })}
              />
            </span>
            <span className="small text-2 nowrap">
              {row.open ? t('still being discarded') : <Restorable row={row} />}
            </span>
            <Button size="small" icon={Undo2} onClick={() => setAsked(row)} disabledReason={notAllowed}>
              {t('Restore {restorable, number}…', { restorable: row.restorable })}
            </Button>
          </li>
        ))}
      </ul>
      {rows.length > FIRST ? (
        <footer>
          <Button size="small" onClick={() => setAll(!all)}>
            {all ? t('Show the newest {first}', { first: FIRST }) : t('Show all {rows}', { rows: rows.length })}
          </Button>
        </footer>
      ) : null}
      {asked === null ? null : (
        <ConfirmDialog
          open
          onOpenChange={(open) => (open ? undefined : setAsked(null))}
          title={t('Restore {restorable, number} of {group}?', { restorable: asked.restorable, group: asked.group })}
          confirmLabel={t('Restore {restorable, number}', { restorable: asked.restorable })}
          initialReason={t('Restore dead letters discarded by {actor}: {reason}', {
            actor: asked.actor,
            reason: asked.reason,
          })}
          requireReason={asked.restorable >= LETTER_LIMITS.reasonFrom}
          run={({ reason }) => restoreLettersAction({ group: asked.group, discardId: asked.discardId, reason })}
          onDone={(job) => {
            setAsked(null);
            toast(
              changeOutcome(
                (changed) => t('{changed, plural, one {# dead letter} other {# dead letters}} restored.', { changed }),
                job,
              ),
            );
          }}
        >
          {t('They become dead letters again, unchanged. Those past their retention are kept for another 24 h.')}
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
        <Said of={pieces('permanently deleted {relativeTime}', { relativeTime: <RelativeTime at={goneAt} /> })} />
      </>
    );
  return (
    <>
      <Said
        of={pieces('the first permanently deleted {relativeTime}, all {relativeTime2}', {
          relativeTime: <RelativeTime at={firstGoneAt} />,
          relativeTime2: <RelativeTime at={goneAt} />,
        })}
      />
    </>
  );
}
