import { troubleOf } from '@/components/clusters/cluster-words.model';
import type { SortState } from '@/components/data-table/columns';
import type { GroupRow } from '@/lib/console/operations/groups/views';
import { drainWeight } from '@/lib/model/backlog/drain';
import { mapReading, type Reading, valueOrNull } from '@/lib/model/reading';
import { byName } from '@/lib/model/language/names';
import { hasWords } from '@/lib/model/language/search';
import { msg, t } from '@/lib/model/language/t';

export const orderFilters = [
  { value: '', label: msg('any') },
  { value: 'concurrent', label: msg('unordered') },
  { value: 'ordered', label: msg('ordered') },
] as const;

export const stateFilters = [
  { value: '', label: msg('any') },
  { value: 'trouble', label: msg('with problems') },
  { value: 'blocked', label: msg('blocked keys') },
  { value: 'waiting', label: msg('waiting retry') },
  { value: 'dead', label: msg('dead letters') },
  { value: 'backlog', label: msg('backlog') },
  { value: 'unknown', label: msg('unknown') },
] as const;

/** "612 consumer groups, 3 ordered."; when not all are listed, how many are. */
export function groupsHeading(listed: readonly Pick<GroupRow, 'deliveryOrder'>[], total: Reading<number>): string {
  const ordered = listed.filter(({ deliveryOrder }) => deliveryOrder === 'ordered').length;
  const all = valueOrNull(total) ?? listed.length;
  if (all <= listed.length)
    return t('{count, plural, one {# consumer group} other {# consumer groups}}, {ordered, number} ordered.', {
      count: listed.length,
      ordered,
    });
  return t('The first {listed, number} of {all, number} consumer groups, {ordered, number} of them ordered.', {
    ...{ listed: listed.length, all, ordered },
  });
}

/** Brokers know nothing of keys, and differ from each other. */
export const brokerStateFilters = [
  ...stateFilters.filter(({ value }) => value !== 'blocked' && value !== 'waiting'),
  { value: 'differ', label: msg('brokers differ') },
  { value: 'classic', label: msg('only 4.x clients') },
] as const;

export interface GroupFilter {
  readonly q: string;
  readonly order: string;
  readonly state: string;
}

export function filterGroups(rows: readonly GroupRow[], { q, order, state }: GroupFilter): GroupRow[] {
  return rows.filter(
    (row) =>
      (hasWords(row.name, q) || row.figures.topics.some((topic) => hasWords(topic, q))) &&
      (order === '' || row.deliveryOrder === order) &&
      matchesState(row, state),
  );
}

function matchesState({ figures, inBrokers }: GroupRow, state: string): boolean {
  switch (state) {
    case 'trouble':
      return above(figures.dead) || above(figures.waiting) || above(figures.blockedKeys) || differs(inBrokers);
    case 'differ':
      return differs(inBrokers);
    case 'classic':
      return isClassic(inBrokers);
    case 'blocked':
      return above(figures.blockedKeys);
    case 'waiting':
      return above(figures.waiting);
    case 'dead':
      return above(figures.dead);
    case 'backlog':
      return above(figures.ready) || above(figures.inFlight);
    case 'unknown':
      return figures.dead.kind === 'unknown' || figures.ready.kind === 'unknown';
    default:
      return true;
  }
}

function differs(inBrokers: GroupRow['inBrokers']): boolean {
  return inBrokers !== null && troubleOf(inBrokers) !== null;
}

function isClassic(inBrokers: GroupRow['inBrokers']): boolean {
  const kind = inBrokers === null ? null : valueOrNull(inBrokers.kind);
  return kind === 'classic' || kind === 'classic-ordered';
}

function above(reading: Reading<number>): boolean {
  return (valueOrNull(reading) ?? 0) > 0;
}

export const urgentFirst: SortState = { key: 'urgency', descending: true };

type SortKey =
  | 'urgency'
  | 'name'
  | 'ready'
  | 'inFlight'
  | 'waiting'
  | 'dead'
  | 'blocked'
  | 'oldest'
  | 'backlog'
  | 'drain'
  | 'retries';

const valueOf: Readonly<Record<Exclude<SortKey, 'name'>, (row: GroupRow) => number | null>> = {
  urgency: ({ figures, inBrokers }) => urgency(figures, differs(inBrokers)),
  ready: ({ figures }) => valueOrNull(figures.ready),
  inFlight: ({ figures }) => valueOrNull(figures.inFlight),
  waiting: ({ figures }) => valueOrNull(figures.waiting),
  dead: ({ figures }) => valueOrNull(figures.dead),
  blocked: ({ figures }) => valueOrNull(figures.blockedKeys),
  // the oldest has the smallest time: negated, so that descending means oldest first
  oldest: ({ figures }) => {
    const at = valueOrNull(figures.oldestReadyAt);
    return at === null ? null : -Date.parse(at);
  },
  backlog: ({ backlog }) => valueOrNull(backlog.total),
  // growing before never before the longest
  drain: ({ backlog }) => valueOrNull(mapReading(backlog.drain, drainWeight)),
  retries: (row) => row.maxRetries,
};

/** What is lost first comes first: dead, then blocked keys, then waiting, then the backlog. */
function urgency(figures: GroupRow['figures'], brokersDiffer: boolean): number | null {
  // Where it is not known whether letters died, brokers that differ still are.
  if (valueOrNull(figures.dead) === null) return brokersDiffer ? 4 : null;
  const step = (reading: Reading<number>, weight: number): number => (above(reading) ? weight : 0);
  return (
    step(figures.dead, 8) +
    step(figures.blockedKeys, 4) +
    (brokersDiffer ? 4 : 0) +
    step(figures.waiting, 2) +
    Math.min(1, Math.log10(1 + (valueOrNull(figures.ready) ?? 0)) / 10)
  );
}

/** Unknown comes after every value, whichever way: it is neither the most nor the least. */
export function sortGroups(rows: readonly GroupRow[], { key, descending }: SortState): GroupRow[] {
  if (key === 'name') return rows.toSorted((a, b) => (descending ? byName(b, a) : byName(a, b)));
  const read = isSortKey(key) ? valueOf[key] : valueOf.urgency;
  return rows.toSorted((a, b) => {
    const [left, right] = [read(a), read(b)];
    if (left === null || right === null) return left === right ? byName(a, b) : left === null ? 1 : -1;
    if (left === right) return byName(a, b);
    return descending ? right - left : left - right;
  });
}

function isSortKey(key: string): key is Exclude<SortKey, 'name'> {
  return Object.hasOwn(valueOf, key);
}
