'use client';

import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Button } from '@/components/ui/button';
import { OnDemand } from '@/components/ui/on-demand';
import { RelativeTime } from '@/components/ui/time';
import type { ReadData } from '@/lib/console/reads/registry';
import styles from './dead-letters.module.css';
import { Said } from '@/components/ui/said';
import { pieces, t } from '@/lib/model/language/t';

const loadRestore = () => import('@/components/parts/restore-dialog');

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
      <OnDemand load={loadRestore} isWanted={asked !== null} onCancel={() => setAsked(null)}>
        {({ RestoreDialog }) =>
          asked === null ? null : (
            <RestoreDialog
              {...{ group: asked.group, what: { discardId: asked.discardId }, count: asked.restorable }}
              actor={asked.actor}
              reason={asked.reason}
              onClose={() => setAsked(null)}
              onDone={() => setAsked(null)}
            />
          )
        }
      </OnDemand>
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
