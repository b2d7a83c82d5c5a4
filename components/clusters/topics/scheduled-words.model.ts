import type { ScheduledPage, ScheduledView } from '@/lib/console/operations/scheduled/views';
import { missingThere } from '../silent.model';

export type Recallable = Pick<ScheduledView, 'topic' | 'messageId' | 'dueAt'>;

/** Below the list: its gaps, and why messages cannot be recalled. Pure. */
export function sentencesOf({
  silent,
  notes,
  mayNotRecall,
}: Pick<ScheduledPage, 'silent' | 'notes' | 'mayNotRecall'>): readonly string[] {
  return [
    ...silent.map(({ broker, reason }) => missingThere(broker, reason)),
    ...notes,
    ...(mayNotRecall === null ? [] : [mayNotRecall]),
  ];
}
