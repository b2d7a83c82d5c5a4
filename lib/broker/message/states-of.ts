import type { FoundState } from '../../model/message/found-message';
import type { TimelineState } from '../../model/message/timeline';
import { MOST_GROUPS, type MessageStateRow, messageStates } from '../../store/queries/search/message-states';
import type { MessagePlaceRow } from '../../store/queries/timeline/message-places';
import { type TimelineHeadRow, timelineHeads } from '../../store/queries/timeline/timeline-heads';
import type { BrokerContext } from '../context';
import { outcomeOf, stateOf } from './state-of';

export interface StatesOfMessage {
  readonly groups: readonly FoundState[];
  readonly moreGroups: boolean;
}

/** How each of these messages stands for each group that reads it, as the page of the message says it. */
export async function statesOf(
  { store, clock }: BrokerContext,
  places: readonly Pick<MessagePlaceRow, 'queueId' | 'off' | 'messageGroup' | 'storedAt'>[],
): Promise<StatesOfMessage[]> {
  if (places.length === 0) return [];
  const rows = await messageStates(store.console, clock.nowOrNull(), places);
  const keyOf = new Map(places.map((place) => [nameOf(place), place.messageGroup]));
  const passed = rows.filter(isPassed);
  const heads =
    passed.length === 0
      ? []
      : await timelineHeads(
          store.console,
          passed.map(({ groupId }) => groupId),
          passed.map((row) => ({ ...row, messageGroup: keyOf.get(nameOf(row)) ?? null })),
        );
  return places.map((place) => {
    const own = rows.filter((row) => nameOf(row) === nameOf(place));
    return {
      groups: own.map((row) =>
        toState(
          row,
          heads.find((head) => head.groupId === row.groupId && nameOf(head) === nameOf(row)),
        ),
      ),
      moreGroups: own.length >= MOST_GROUPS,
    };
  });
}

/** Of an ordered group, and without a row or lease of its own: it may wait behind the head of its key. */
function isPassed(row: MessageStateRow): boolean {
  return row.deliveryOrder === 'ordered' && row.leased === null && row.deadAt === null && outcomeOf(row) === null;
}

function nameOf({ queueId, off }: { readonly queueId: number; readonly off: number }): string {
  return `${queueId} ${off}`;
}

function toState(row: MessageStateRow, head: TimelineHeadRow | undefined): FoundState {
  const last =
    row.lastState === null || row.lastCause === null ? undefined : { state: row.lastState, cause: row.lastCause };
  const state = stateOf(row, last, head?.passedOver === true);
  return {
    group: row.group,
    state: row.broadcasts ? null : state,
    blocked: state === 'ready' && head?.busy === true && head.headOff !== null && head.headOff < row.off,
    attempt: row.attempt ?? (state === 'in-flight' ? 1 : null),
    maxRetries: row.maxRetries,
    at: dueOf(row, state),
  };
}

/** The next try, or when its lease ends; a held one has none. */
function dueOf(row: MessageStateRow, state: TimelineState): Date | null {
  if (row.heldDueAt !== null) return null;
  if (row.leased === null) return state === 'in-flight' ? row.expiresAt : null;
  return row.visibleAt;
}
