'use client';

import { StatesStrip } from '@/components/groups/states-strip';
import { useLiveQuery } from '@/components/live/use-live-query';
import type { GroupDeadLettersView } from '@/lib/console/operations/dead-letters/views';
import type { GroupHead } from '@/lib/console/operations/groups/views';
import type { ReadResult } from '@/lib/model/read-result';
import { LeadPanel } from './lead-panel';

interface ClusterLeadProps {
  readonly group: string;
  readonly head: ReadResult<GroupHead>;
  readonly letters: ReadResult<GroupDeadLettersView>;
}

/** What failed in a group of an attached cluster, and its states. */
export function ClusterLead({ group, head, letters }: ClusterLeadProps) {
  const dead = useLiveQuery(
    'groupDeadLetters',
    { group },
    { initial: letters, live: { kinds: ['dead-letter', 'redrive'], group } },
  );
  const latest = useLiveQuery('group', { group }, { initial: head, live: { kinds: ['group'], group } });
  const shown = latest.data ?? head.data;
  return (
    <>
      <LeadPanel group={group} dead={dead.data ?? letters.data} overview={null} figures={shown.figures} />
      <StatesStrip head={shown} />
    </>
  );
}
