import { badgeOf } from '@/components/messages/scope.model';
import { messageHref } from '@/components/parts/names';
import type { DisplayState } from '@/components/ui/state-badge';
import type { FoundStateView, FoundView } from '@/lib/console/operations/messages/views';
import { writeBrokerPlace } from '@/lib/model/message/broker-place';
import { worstOf } from '@/lib/model/message/found-message';
import type { TimelineState } from '@/lib/model/message/timeline';
import { sayIn } from '@/lib/model/duration';
import { enumerated, listOf } from '@/lib/model/language/list';
import { msg, t } from '@/lib/model/language/t';

interface Shown extends Pick<FoundView, 'outside' | 'moreGroups'> {
  readonly groups: readonly Pick<FoundStateView, 'group' | 'state' | 'blocked'>[];
}

const OUTSIDE: Readonly<Record<NonNullable<FoundView['outside']>, string>> = {
  scheduled: msg('waiting for its delivery time'),
  recalled: msg('recalled before its delivery time'),
  transaction: msg('its transaction is not committed'),
};

/** The state to show for a message: of all groups the one that needs attention most. */
export function foundBadge({ outside, groups, moreGroups }: Shown): {
  readonly state: DisplayState;
  readonly label?: string;
} {
  if (outside === 'scheduled') return { state: 'waiting-retry', label: t('Not due yet') };
  if (outside === 'recalled') return { state: 'ready', label: t('Recalled') };
  if (outside === 'transaction') return { state: 'unknown', label: t('Half message') };
  const worst = worstOf(groups);
  if (worst === null && groups.length === 0 && moreGroups) return { state: 'unknown', label: t('Unknown') };
  if (worst === null) return { state: 'ready', label: groups.length === 0 ? t('No group') : t('Broadcast') };
  const badge = badgeOf({ state: worst, waitingBehind: null });
  return worst === 'ready' && groups.every(({ state, blocked }) => state !== 'ready' || blocked)
    ? { state: 'blocked' }
    : badge;
}

const WORDS: Readonly<Record<TimelineState, (groups: string) => string>> = {
  ready: (groups) => t('ready for {groups}', { groups }),
  'in-flight': (groups) => t('in flight in {groups}', { groups }),
  'waiting-retry': (groups) => t('waiting retry in {groups}', { groups }),
  held: (groups) => t('held in {groups}', { groups }),
  consumed: (groups) => t('consumed in {groups}', { groups }),
  dead: (groups) => t('dead in {groups}', { groups }),
  expired: (groups) => t('expired in {groups}', { groups }),
  sent: (groups) => t('sent to another topic from {groups}', { groups }),
  discarded: (groups) => t('discarded in {groups}', { groups }),
  dropped: (groups) => t('not retried in {groups}', { groups }),
  'filtered-out': (groups) => t('filtered out by {groups}', { groups }),
  unrecorded: (groups) => t('past in {groups}, result not recorded', { groups }),
};
const ORDER = Object.keys(WORDS) as readonly TimelineState[];
const FIRST: readonly TimelineState[] = ['dead', 'in-flight', 'waiting-retry'];

/** "dead in inventory-sync, consumed in 4 groups": every group is counted, what needs attention is named. */
export function foundSentence({ outside, groups, moreGroups }: Shown): string {
  if (outside !== null) return t(OUTSIDE[outside]);
  if (groups.length === 0)
    return moreGroups ? t('unknown: no group has an offset in this queue') : t('no group reads it');
  const parts = [...FIRST, ...ORDER.filter((state) => !FIRST.includes(state))].flatMap((state) => {
    const names = groups.filter((group) => group.state === state).map(({ group }) => group);
    return names.length === 0 ? [] : [WORDS[state](namesOf(names))];
  });
  const broadcasts = groups.filter(({ state }) => state === null).map(({ group }) => group);
  if (broadcasts.length > 0) parts.push(t('broadcast by {groups}', { groups: namesOf(broadcasts) }));
  if (moreGroups) parts.push(t('and more groups'));
  return enumerated(parts);
}

function namesOf(names: readonly string[]): string {
  return names.length > 2
    ? t('{count, plural, one {# group} other {# groups}}', { count: names.length })
    : listOf(names);
}

/** The page of a message; in a cluster, its copies are searched in this topic at once. */
export function foundHref(row: Shown & Pick<FoundView, 'messageId' | 'topic' | 'broker'>): string {
  const group = foundGroup(row);
  return row.broker === null
    ? messageHref(row.messageId, group)
    : `${messageHref(row.messageId)}?topic=${encodeURIComponent(row.topic)}`;
}

/** Names a row in the address of its list. */
export function peekIdOf({ messageId, broker, topic, queueNo, offset }: FoundView): string {
  return broker === null || offset === null ? messageId : writeBrokerPlace({ broker, topic, queueNo, offset });
}

/** The group whose history is shown first. */
export function foundGroup({ groups }: Shown): string | undefined {
  const worst = worstOf(groups);
  return groups.find(({ state }) => state === worst)?.group;
}

/** The message group is what orders a message, so it names it first; null: it has no key. Pure. */
export function keyOf({
  keys,
  messageGroup,
}: {
  readonly keys: readonly string[] | null;
  readonly messageGroup: string | null;
}): { readonly key: string | null; readonly more: number; readonly all: string } {
  const all = [...new Set([...(messageGroup === null ? [] : [messageGroup]), ...(keys ?? [])])];
  return { key: all[0] ?? null, more: Math.max(0, all.length - 1), all: enumerated(all) };
}

export const FIND_RANGES = ['', '-15m', '-1h', '-6h', '-24h', '-3d'] as const;

/** Each with its words. */
export const findRanges = (): readonly { readonly value: string; readonly label: string }[] => [
  { value: '', label: t('any time kept') },
  ...FIND_RANGES.slice(1).map((value) => ({ value, label: t('last {duration}', { duration: durationOf(value) }) })),
];

/** "-15m" is 15 minutes. */
function durationOf(range: string): string {
  return sayIn(Number(range.slice(1, -1)), range.slice(-1) as 'm' | 'h' | 'd');
}

/** "tenant=acme" is a property; anything else is an id or a key. */
export function looksLikeProperty(text: string): boolean {
  return /^[\w.-]+=./.test(text.trim());
}

export interface Searched {
  readonly q: string;
  readonly property: string;
  readonly topic: string;
  readonly from: string;
  readonly to: string;
  readonly state: string;
}

export interface NextStep {
  readonly label: string;
  readonly patch: Readonly<Record<string, string | undefined>>;
}

/** What to try after a search that found nothing, the widest last. */
export function nextSteps({ q, property, topic, from, to, state }: Searched): NextStep[] {
  const steps: NextStep[] = [];
  if (state !== '') steps.push({ label: t('In any state'), patch: { state: undefined } });
  if (from !== '' || to !== '')
    steps.push(
      property === ''
        ? { label: t('At any time kept'), patch: { from: undefined, to: undefined } }
        : { label: t('In the last 3 days'), patch: { from: '-3d', to: undefined } },
    );
  if (topic !== '' && q !== '') steps.push({ label: t('In every topic'), patch: { topic: undefined } });
  return property !== '' && from === '-3d' ? steps.filter(({ patch }) => patch['from'] === undefined) : steps;
}
