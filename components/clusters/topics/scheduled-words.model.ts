import type { ScheduledPage } from '@/lib/console/operations/scheduled/views';

/** Below the list: what it leaves out, and why. Pure. */
export function sentencesOf({
  silent,
  notes,
  mayNotRecall,
}: Pick<ScheduledPage, 'silent' | 'notes' | 'mayNotRecall'>): readonly string[] {
  return [
    ...silent.map(({ broker, reason }) => `${broker} did not answer (${reason}): what waits there is missing.`),
    ...notes,
    ...(mayNotRecall === null ? [] : [mayNotRecall]),
  ];
}
