'use client';

import { useLiveQuery } from '@/components/live/use-live-query';
import { Banner } from '@/components/ui/banner';
import { Said } from '@/components/ui/said';
import { Time } from '@/components/ui/time';
import { between, pieces } from '@/lib/model/language/t';
import type { ManagedKind } from '@/lib/model/managed/managed';

/** What clusters have too. */
const IN_WORKSPACE: ReadonlySet<ManagedKind> = new Set(['topic', 'group', 'alarm-rule']);

interface ManagedNoteProps {
  readonly kind: ManagedKind;
  /** As the file names it; null: it is not there yet. */
  readonly name: string | null;
}

/** Above what a file in git manages: where to change it, and what was changed here since. */
export function ManagedNote({ kind, name }: ManagedNoteProps) {
  const { data } = useLiveQuery(
    'managed',
    { kind, name: name ?? '' },
    { live: { kinds: ['setting'] }, enabled: name !== null, isOfAll: !IN_WORKSPACE.has(kind) },
  );
  const managed = data?.items[0];
  if (managed === undefined) return null;
  const { source, appliedBy, appliedAt, override } = managed;
  return (
    <Banner tone={override === null ? 'info' : 'warning'}>
      <Said
        of={pieces('<b>Managed by git:</b> change it in <code>{source}</code>. Applied by {person} at {time}.', {
          ...{ source, person: appliedBy, time: <Time at={appliedAt} style="day-clock" /> },
        })}
      />
      {override === null ? null : (
        <>
          {between()}
          <Said
            of={pieces(
              'Changed here by {person} at {time}: {reason}. The next <code>redrive apply</code> changes it back.',
              { person: override.by, reason: override.reason, time: <Time at={override.at} style="day-clock" /> },
            )}
          />
        </>
      )}
    </Banner>
  );
}
