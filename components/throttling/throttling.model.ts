import { formatDuration } from '@/components/ui/duration.model';
import { formatBytes, formatCount } from '@/components/ui/number.model';
import type { LimitView, ProtectionView } from '@/lib/console/operations/limits/views';
import type { RefusedView, ThrottlingPage } from '@/lib/console/operations/limits/views';
import type { Drain } from '@/lib/model/backlog/drain';
import { asStale, mapReading, type Reading, valueOrNull } from '@/lib/model/reading';
import { LIMIT_KINDS, type LimitKind, type LimitScope } from '@/lib/model/throttle/limit-kind';
import { parseLimitName } from '@/lib/model/throttle/limit-name';
import type { LimitState } from '@/lib/model/throttle/limit-state';
import { sayRate } from '@/lib/model/rate';
import { formatShare } from '@/lib/model/share';
import { compareNames } from '@/lib/model/language/names';
import { hasWords } from '@/lib/model/language/search';
import { msg, t } from '@/lib/model/language/t';
import { enumerated } from '@/lib/model/language/list';

/** One line of the limits table: set by operators, or built in. */
export interface LimitRow {
  readonly id: string;
  readonly words: string;
  /** Under the words: what it is of, or how it is shared. */
  readonly note: string | null;
  readonly value: string;
  readonly used: Reading<number>;
  readonly unit: string;
  /** Of the line, 1 = full; unknown stays unknown. */
  readonly share: Reading<number>;
  /** `used` may not fall below the line: a share of it says nothing. */
  readonly isFloor: boolean;
  readonly refused: Reading<number>;
  readonly limitedBy: string;
  readonly state: LimitState;
  /** Of a limit on a backlog: when it will be done. Null: it limits something else. */
  readonly drain: Reading<Drain> | null;
  /** Null: read only. */
  readonly limit: LimitView | null;
}

const PROTECTION_WORDS: Readonly<Record<string, string>> = {
  'send-head-wait': msg('Send queue, head wait'),
  'send-queue': msg('Send queue, waiting sends'),
  'held-receives': msg('Held receives'),
  'running-calls': msg('Running calls'),
  'disk-free': msg('Free disk space'),
};

/** "Sends, topic orders". */
export function limitWords(kind: LimitKind, scope: LimitScope, subject: string): string {
  const given = { limit: t(LIMIT_KINDS[kind].says), subject };
  switch (scope) {
    case 'broker':
      return t('{limit}, whole broker', { limit: given.limit });
    case 'topic':
      return t('{limit}, topic {subject}', given);
    case 'group':
      return t('{limit}, group {subject}', given);
    case 'access-key':
      return t('{limit}, access key {subject}', given);
  }
}

const UNITS: Readonly<Record<string, string>> = { messages: msg('messages'), 'messages/s': msg('messages/s') };

/** "messages/s", "bytes", "s". */
export function unitWords(unit: string): string {
  return t(UNITS[unit] ?? unit);
}

/** A refusal's limit as the table names it, also when it is removed since. */
export function refusalWords(name: string): string {
  const key = parseLimitName(name);
  return key === null ? t(PROTECTION_WORDS[name] ?? name) : limitWords(key.kind, key.scope, key.subject);
}

export function formatAmount(value: number, unit: string): string {
  switch (unit) {
    case 'bytes':
      return formatLarge(value);
    case 'bytes/s':
      return `${formatLarge(value)}/s`;
    case 'messages/s':
      return sayRate(formatCount(round(value)));
    case 's':
      return formatDuration(value * 1000, 2);
    case 'ms':
      return t('{count, number} ms', { count: round(value) });
    default:
      return formatCount(round(value));
  }
}

/** A limit below one must not read as none: two digits that count. */
function round(value: number): number {
  if (value > 0 && value < 1) return Number(value.toPrecision(2));
  return value >= 100 ? Math.round(value) : Math.round(value * 10) / 10;
}

function formatLarge(bytes: number): string {
  return bytes >= 1e9 ? `${formatCount(round(bytes / 1e9))} GB` : formatBytes(Math.round(bytes));
}

/** Limits of operators and of the process together, the tightest first; switched off ones last. */
export function limitRows({ limits, protections }: Pick<ThrottlingPage, 'limits' | 'protections'>): LimitRow[] {
  const rows = [...(valueOrNull(limits) ?? []).map(rowOfLimit), ...protections.map(rowOfProtection)];
  const own = ({ limit }: LimitRow): number => (limit === null ? 1 : 0);
  return rows.toSorted((a, b) => rank(b) - rank(a) || own(a) - own(b) || compareNames(a.words, b.words));
}

/** What refuses, then what nearly does, then what did a moment ago; else the fuller, the higher. */
function rank({ state, share, refused }: LimitRow): number {
  if (state === 'off') return -2;
  const lately = (valueOrNull(refused) ?? 0) > 0 ? 10 : 0;
  return (
    (state === 'refusing' ? 1000 : state === 'refused' ? 500 : state === 'warning' ? 100 : lately) +
    (valueOrNull(share) ?? -1)
  );
}

function rowOfLimit(limit: LimitView): LimitRow {
  const { name, kind, scope, subject, used, line, unit, hard, nodes, version, updatedBy, refused, state } = limit;
  return {
    id: name,
    words: limitWords(kind, scope, subject),
    note:
      nodes > 1
        ? t('shared by {nodes, number} nodes; this node: {amount}', { nodes, amount: formatAmount(line, unit) })
        : null,
    value: formatAmount(hard, unit),
    used,
    unit,
    share: mapReading(used, (value) => value / line),
    isFloor: false,
    refused,
    limitedBy: t('Rule v{version, number}, {name}', { version, name: updatedBy }),
    state,
    drain: limit.drain,
    limit,
  };
}

function rowOfProtection({ name, detail, line, unit, isFloor, used, refused, state }: ProtectionView): LimitRow {
  return {
    id: name,
    words: t(PROTECTION_WORDS[name] ?? name),
    note: detail,
    value: isFloor ? t('at least {amount}', { amount: formatAmount(line, unit) }) : formatAmount(line, unit),
    used,
    unit,
    share: mapReading(used, (value) => (isFloor ? Math.min(1, line / Math.max(1, value)) : value / line)),
    isFloor,
    refused,
    limitedBy: t('Broker, this node'),
    state,
    drain: null,
    limit: null,
  };
}

/** A rate that refuses may have room, for less than was asked. A full level refuses until it is below its soft line. */
export function roomText(share: number, { state, unit }: Pick<LimitRow, 'state' | 'unit'>): string {
  if (share >= 1) return t('none');
  if (state !== 'refusing') return formatShare(1 - share);
  return unit.endsWith('/s') ? t('less than requested') : t('none');
}

export const stateWords: Readonly<Record<LimitState, string>> = {
  refusing: msg('Refusing'),
  refused: msg('Refused just now'),
  warning: msg('Near its limit'),
  room: msg('Within limit'),
  off: msg('Off'),
  unknown: msg('Unknown'),
};

/** The page could not be read again: every figure of it is from before, and says so. */
export function stalePage(page: ThrottlingPage, reason: string): ThrottlingPage {
  const limitOf = <T extends { readonly used: Reading<number>; readonly refused: Reading<number> }>(view: T): T => ({
    ...view,
    used: asStale(view.used, reason),
    refused: asStale(view.refused, reason),
  });
  return {
    ...page,
    bars: asStale(page.bars, reason),
    marks: asStale(page.marks, reason),
    limits: asStale(
      mapReading(page.limits, (limits) =>
        limits.map((limit) => ({
          ...limitOf(limit),
          drain: limit.drain === null ? null : asStale(limit.drain, reason),
        })),
      ),
      reason,
    ),
    protections: page.protections.map(limitOf),
    throttled: asStale(page.throttled, reason),
    refusals: asStale(page.refusals, reason),
    refused: asStale(page.refused, reason),
    waits: asStale(page.waits, reason),
    load: asStale(page.load, reason),
    failovers: asStale(page.failovers, reason),
    retry: asStale(page.retry, reason),
  };
}

/** Of which less is used, a limit needs no decision. */
const LOW_SHARE = 0.1;

/** Limits far from refusing fold to a line; one of which that is unknown, or that is switched off, does not. */
export function foldFar(
  rows: readonly LimitRow[],
  inView: string | undefined,
): { readonly near: readonly LimitRow[]; readonly far: readonly LimitRow[] } {
  const isFar = ({ id, state, share, isFloor, refused }: LimitRow): boolean =>
    id !== inView &&
    state === 'room' &&
    !isFloor &&
    (valueOrNull(share) ?? 1) < LOW_SHARE &&
    valueOrNull(refused) === 0;
  const near = rows.filter((row) => !isFar(row));
  return near.length === 0 ? { near: rows, far: [] } : { near, far: rows.filter(isFar) };
}

export interface RowFilter {
  readonly q: string;
  readonly state: string;
}

/** "orders refusing": by words of its name, its reason, who set it; and by state. */
export function filterRows(rows: readonly LimitRow[], { q, state }: RowFilter): LimitRow[] {
  return rows.filter((row) => {
    if (state !== '' && row.state !== state) return false;
    return hasWords(`${row.words} ${row.limitedBy} ${row.limit?.reason ?? ''}`, q);
  });
}

/** What was seen of how long a refused client waited: the figure, and what is not over. Null: nothing was taken yet. */
export function waitWords({ wait }: Pick<RefusedView, 'wait'>): {
  readonly longest: string | null;
  readonly open: string | null;
} {
  const view = valueOrNull(wait);
  if (view === null) return { longest: null, open: null };
  const { longestMs, waiting, waitingMs, gone, lostSight } = view;
  const parts = [
    ...(waiting > 0
      ? [t('{waiting, number} waiting for {time} so far', { waiting, time: formatDuration(waitingMs ?? 0, 2) })]
      : []),
    ...(gone > 0 ? [t('{gone, number} given up', { gone })] : []),
  ];
  return {
    longest: longestMs === null ? null : longestWords(formatDuration(longestMs, 2), lostSight > 0),
    open: parts.length === 0 ? null : enumerated(parts),
  };
}

function longestWords(time: string, isLeast: boolean): string {
  return isLeast ? t('after at least {time}', { time }) : t('after up to {time}', { time });
}

/** The limit whose line is in the chart. */
export function ownLimit({ limits, topic }: Pick<ThrottlingPage, 'limits' | 'topic'>): LimitView | undefined {
  const scope = topic === null ? 'broker' : 'topic';
  return valueOrNull(limits)?.find(
    (limit) => limit.kind === 'send-rate' && limit.scope === scope && limit.subject === (topic ?? ''),
  );
}

/** Topics that have a limit or were refused; any other is in the address. */
export function topicsOf({ limits, throttled, refused: totals }: ThrottlingPage): string[] {
  const refused = valueOrNull(totals)?.topics.map(({ topic }) => topic) ?? [];
  const limited = valueOrNull(limits)?.flatMap(({ scope, subject }) => (scope === 'topic' ? [subject] : [])) ?? [];
  const now = valueOrNull(throttled)?.map(({ topic }) => topic) ?? [];
  return [...new Set([...now, ...limited, ...refused].filter((name) => name !== ''))].toSorted(compareNames);
}
