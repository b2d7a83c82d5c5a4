import { planEdits, planRedrive, readersOfTarget } from '../broker';
import type { BrokerContext } from '../broker/context';
import type { RehearsedRun, StartAsked } from './port/redrives';

/** The set, what edits make of it, and who reads the topic that it goes to. */
export async function rehearseRun(
  broker: BrokerContext,
  { edits, target, ...given }: Omit<StartAsked, 'actor'>,
): Promise<RehearsedRun> {
  const selection = target === undefined ? given : { ...given, leaveOut: { ...given.leaveOut, deletedTopics: false } };
  const planned = await planRedrive(broker, selection);
  const frozen = { ...selection, throughId: planned.throughId };
  const changed = edits === undefined ? null : await planEdits(broker, frozen, edits);
  const readers = target === undefined ? null : await readersOfTarget(broker, target);
  return { planned, changed, copies: readers?.groups.map(({ group }) => group) ?? null };
}
