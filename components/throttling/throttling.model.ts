import { formatDuration } from '@/components/ui/duration.model';
import { formatBytes, formatCount } from '@/components/ui/number.model';
import type { LimitView, ProtectionView } from '@/lib/console/queries/limits';
import type { ThrottlingPage } from '@/lib/console/queries/throttling';
import { mapReading, type Reading, valueOrNull } from '@/lib/model/reading';
import { LIMIT_KINDS, type LimitKind, type LimitScope } from '@/lib/model/throttle/limit';
import type { LimitState } from '@/lib/model/throttle/limit-state';

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
  /** Null: read only. */
  readonly limit: LimitView | null;
}

const PROTECTION_WORDS: Readonly<Record<string, string>> = {
  'send-head-wait': 'Send queue, head wait',
  'send-queue': 'Send queue, waiting sends',
  'held-receives': 'Held receives',
  'running-calls': 'Calls under way',
  'disk-free': 'Room on the disk',
};

const SCOPE_WORDS: Readonly<Record<LimitScope, string>> = {
  broker: 'whole broker',
  topic: 'topic',
  group: 'group',
  'access-key': 'access key',
};

/** "Sends, topic orders". */
export function limitWords(kind: LimitKind, scope: LimitScope, subject: string): string {
  const of = scope === 'broker' ? SCOPE_WORDS.broker : `${SCOPE_WORDS[scope]} ${subject}`;
  return `${LIMIT_KINDS[kind].says}, ${of}`;
}

/** A refusal's limit as the table names it; what is not known any more keeps its name. */
export function refusalWords(name: string, limits: readonly LimitView[]): string {
  const limit = limits.find((candidate) => candidate.name === name);
  if (limit !== undefined) return limitWords(limit.kind, limit.scope, limit.subject);
  return PROTECTION_WORDS[name] ?? name;
}

export function formatAmount(value: number, unit: string): string {
  switch (unit) {
    case 'bytes':
      return formatLarge(value);
    case 'bytes/s':
      return `${formatLarge(value)}/s`;
    case 'messages/s':
      return `${formatCount(round(value))}/s`;
    case 's':
      return formatDuration(value * 1000, 2);
    case 'ms':
      return `${formatCount(round(value))} ms`;
    default:
      return formatCount(round(value));
  }
}

function round(value: number): number {
  return value >= 100 ? Math.round(value) : Math.round(value * 10) / 10;
}

function formatLarge(bytes: number): string {
  return bytes >= 1e9 ? `${formatCount(round(bytes / 1e9))} GB` : formatBytes(Math.round(bytes));
}

export function formatShare(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return 'under 0.1 %';
  return `${percent >= 10 ? Math.round(percent) : Math.round(percent * 10) / 10} %`;
}

/** Limits of operators and of the process together, the tightest first; switched off ones last. */
export function limitRows({ limits, protections }: ThrottlingPage): LimitRow[] {
  const rows = [...limits.map(rowOfLimit), ...protections.map(rowOfProtection)];
  const own = ({ limit }: LimitRow): number => (limit === null ? 1 : 0);
  return rows.toSorted((a, b) => rank(b) - rank(a) || own(a) - own(b) || (a.words < b.words ? -1 : 1));
}

function rank({ state, share }: LimitRow): number {
  if (state === 'off') return -2;
  return (state === 'refusing' ? 1000 : state === 'warning' ? 100 : 0) + (valueOrNull(share) ?? -1);
}

function rowOfLimit(limit: LimitView): LimitRow {
  const { name, kind, scope, subject, used, line, unit, hard, nodes, version, updatedBy, refused, state } = limit;
  return {
    id: name,
    words: limitWords(kind, scope, subject),
    note: nodes > 1 ? `shared by ${nodes} nodes; this one ${formatAmount(line, unit)}` : null,
    value: formatAmount(hard, unit),
    used,
    unit,
    share: mapReading(used, (value) => value / line),
    isFloor: false,
    refused,
    limitedBy: `Rule v${version}, ${updatedBy}`,
    state,
    limit,
  };
}

function rowOfProtection({ name, detail, line, unit, isFloor, used, refused, state }: ProtectionView): LimitRow {
  return {
    id: name,
    words: PROTECTION_WORDS[name] ?? name,
    note: detail,
    value: `${isFloor ? 'at least ' : ''}${formatAmount(line, unit)}`,
    used,
    unit,
    share: mapReading(used, (value) => (isFloor ? Math.min(1, line / Math.max(1, value)) : value / line)),
    isFloor,
    refused,
    limitedBy: 'Broker, this process',
    state,
    limit: null,
  };
}

export const stateWords: Readonly<Record<LimitState, string>> = {
  refusing: 'Refusing',
  warning: 'Near its limit',
  room: 'Room',
  off: 'Off',
  unknown: 'Unknown',
};

/** The page in one sentence: what refuses, what is near, or that all is well. */
export function summaryOf(rows: readonly LimitRow[]): { readonly bold: string; readonly rest: string } {
  const refusing = rows.filter(({ state }) => state === 'refusing');
  const warning = rows.filter(({ state }) => state === 'warning');
  const near = warning.length === 0 ? '' : ` Near its limit: ${listOf(warning)}.`;
  if (refusing.length > 0) return { bold: `Refusing now: ${listOf(refusing)}.`, rest: near };
  if (warning.length > 0) return { bold: `Nothing is refused.`, rest: near };
  const own = rows.filter(({ limit }) => limit !== null).length;
  return { bold: 'Nothing is refused.', rest: own === 0 ? ' No limit is set; the broker protects itself.' : '' };
}

function listOf(rows: readonly LimitRow[]): string {
  const [first, second] = rows;
  const names = [first, second].flatMap((row) => (row === undefined ? [] : [row.words]));
  return rows.length > 2 ? `${names.join('; ')} and ${rows.length - 2} more` : names.join('; ');
}
