import { mustHaveEntries } from '../../model/check-number';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { dyingMs } from '../../model/delivery/forecast';
import { RETRY_CHANGE_LIMITS, type RetryFilter, type RetrySelection } from '../../model/delivery/retry-change';
import type { RetryMatch } from '../../store/queries/retry/retry-match';
import { keysBehind, placesByKey } from '../../store/queries/search/places-by-key';
import { waitingPlaces } from '../../store/queries/retry/retry-plan';
import type { BrokerContext } from '../context';
import { causeFingerprintsOf, checkText } from '../dead-letter/browse';

/** @throws BrokerError bad-request, group-not-found */
export async function toRetryMatch(
  ctx: BrokerContext,
  groupName: string | undefined,
  filter: RetryFilter,
): Promise<RetryMatch> {
  checkText('cause', filter.cause);
  checkText('key', filter.key);
  const group = groupName === undefined ? undefined : await ctx.groups.find(groupName);
  if (filter.diesBefore !== undefined && group === undefined) {
    throw new BrokerError('bad-request', told('diesBefore needs a group: each group has its own retry policy.'), {
      field: 'diesBefore',
      limit: 'with a group',
    });
  }
  return {
    groupId: group?.groupId,
    attemptsFrom: filter.attemptsFrom,
    attemptsTo: filter.attemptsTo,
    lastTry: filter.lastTry,
    held: filter.held,
    dies:
      filter.diesBefore === undefined || group === undefined
        ? undefined
        : { before: filter.diesBefore, afterMs: dyingMs(group) },
    fingerprints: filter.cause === undefined ? undefined : await causeFingerprintsOf(ctx, filter.cause),
    ...(await byKey(ctx, filter.key)),
    dueFrom: filter.dueFrom,
    dueTo: filter.dueTo,
    storedBefore: filter.storedBefore,
  };
}

/** A key of so few messages is looked up; of more, it is a condition on each that waits. */
const RARE = 2_000;

/**
 * The index of keys knows where messages with a rare key are; without it a list would look through everything that
 * waits. While the index is so far behind that a search does not see all, it does.
 */
async function byKey({ store }: BrokerContext, key: string | undefined): Promise<Pick<RetryMatch, 'key' | 'places'>> {
  if (key === undefined) return {};
  const { unseen } = await keysBehind(store.console);
  if (unseen > 0) return { key };
  const anyTime = { topicId: null, from: null, to: null, before: null };
  const places = await placesByKey(store.console, key, { ...anyTime, limit: RARE + 1 });
  if (places.length > RARE) return { key };
  return { places: toPlaces(places) };
}

/**
 * What a selection means in the store. Nothing named is not everything: that takes `all: true`.
 * @throws BrokerError bad-request, group-not-found
 */
export async function toSelectedRetries(
  ctx: BrokerContext,
  selection: RetrySelection,
): Promise<RetryMatch & { readonly groupId: number }> {
  const { messageIds, filter, all, throughEpoch } = selection;
  const named = [messageIds, filter, all].filter((part) => part !== undefined).length;
  if (named !== 1) {
    throw new BrokerError(
      'bad-request',
      told('To select waiting messages, send exactly one of messageIds, filter and all: true (got {named}).', {
        named,
      }),
      { field: 'selection', limit: 'exactly one', value: named },
    );
  }
  if (filter !== undefined && Object.values(filter).every((value) => value === undefined || value === '')) {
    throw new BrokerError('bad-request', told('filter is empty. Send all: true to select everything of the group.'), {
      field: 'filter',
      limit: 'at least one condition',
      value: 0,
    });
  }
  const { groupId } = await ctx.groups.find(selection.group);
  const bound = throughEpoch === undefined ? undefined : ctx.bounds.open(groupId, 'throughEpoch', throughEpoch);
  const match = { ...(await toRetryMatch(ctx, selection.group, filter ?? {})), groupId, throughEpoch: bound };
  return messageIds === undefined ? match : { ...match, places: await placesOf(ctx, groupId, messageIds) };
}

async function placesOf(
  { store }: BrokerContext,
  groupId: number,
  messageIds: readonly string[],
): Promise<NonNullable<RetryMatch['places']>> {
  checkIds(messageIds);
  return toPlaces(await waitingPlaces(store.console, groupId, messageIds));
}

export function toPlaces(
  places: readonly { readonly queueId: number; readonly off: number }[],
): NonNullable<RetryMatch['places']> {
  return { queueIds: places.map(({ queueId }) => queueId), offs: places.map(({ off }) => off) };
}

/** @throws BrokerError bad-request */
export function checkIds(messageIds: readonly string[]): void {
  const { ids } = RETRY_CHANGE_LIMITS;
  if (messageIds.length === 0 || messageIds.length > ids) {
    throw mustHaveEntries('messageIds', ids, messageIds.length);
  }
  messageIds.forEach((id, index) => checkText(`messageIds[${index}]`, id, 255));
}

/** A request in short, for people to read later: the set itself is in the rows. */
export function describeRetries({ messageIds, filter, throughEpoch, revoke }: RetrySelection): Record<string, unknown> {
  const bound = { ...(throughEpoch === undefined ? {} : { throughEpoch }), ...(revoke === true ? { revoke } : {}) };
  if (messageIds !== undefined)
    return { kind: 'messages', count: messageIds.length, messageIds: messageIds.slice(0, 100), ...bound };
  return filter === undefined ? { kind: 'all', ...bound } : { kind: 'filter', filter, ...bound };
}
