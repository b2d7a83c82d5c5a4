import type { RedriveSelection } from '../../model/redrive/redrive';

const IDS_KEPT = 100;

/** A request in short, for people to read later: the set itself is in the rows. */
export function describeSelection(selection: RedriveSelection): Record<string, unknown> {
  const { messageIds, deadLetterIds, filter, redrive, leaveOut, throughId } = selection;
  const bound = { ...(throughId === undefined ? {} : { throughId }), ...(leaveOut === undefined ? {} : { leaveOut }) };
  if (messageIds !== undefined)
    return { kind: 'messages', count: messageIds.length, messageIds: messageIds.slice(0, IDS_KEPT), ...bound };
  if (deadLetterIds !== undefined) return { kind: 'messages', count: deadLetterIds.length, ...bound };
  if (redrive !== undefined) return { kind: 'redrive', redrive, ...bound };
  return filter === undefined ? { kind: 'all', ...bound } : { kind: 'filter', filter, ...bound };
}
