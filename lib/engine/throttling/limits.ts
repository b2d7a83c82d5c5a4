import { NO_ANSWER } from '../read-or-unknown';
import { msg, t } from '../../model/language/t';
import type { BrokerContext, ProtectionUse, RefusalWait } from '../../broker';
import type { Drain } from '../../model/backlog/drain';
import { known, type Reading, stale, type ToldReading, unknown } from '../../model/reading';
import { limitName, type ThrottleLimit } from '../../model/throttle/limit';
import { LIMIT_KINDS } from '../../model/throttle/limit-kind';
import { type LimitState, type LimitUse, stateWithPast } from '../../model/throttle/limit-state';
import { type RefusedRow, refusedByLimit } from '../../store/queries/throttle/throttle-history';
import { limitList } from '../../store/queries/throttle/throttle-limit';
import { readDrains } from '../drains';

/** What a broker process of this node says of the limits; null: none of them answers. */
export type Pressure = {
  readonly uses: readonly LimitUse[];
  readonly protections: readonly ProtectionUse[];
  readonly busiestRpc: { readonly rpc: string; readonly running: number; readonly limit: number };
  readonly waits: readonly RefusalWait[];
} | null;

/** A limit that operators set, with what it is at. */
export interface LimitNow extends Omit<ThrottleLimit, 'limitId'>, Refused {
  readonly name: string;
  readonly unit: string;
  /** Rates: per second, mean of the last 10 s through all nodes. Levels: as last read. */
  readonly used: Reading<number>;
  /** What `used` is measured against: of a rate, the shares of the nodes that report. */
  readonly line: number;
  /** Living processes that share a rate. */
  readonly nodes: number;
  readonly state: LimitState;
  /** Of limits on a backlog: when it will be done, of a topic by its slowest group. Null: no backlog is limited. */
  readonly drain: ToldReading<Drain> | null;
}

interface Refused {
  readonly refused: Reading<number>;
  readonly lastRefusedAt: Date | null;
}

/** A limit in the code, of each process that serves clients; the fullest counts. Read only. */
export interface ProtectionNow extends Refused {
  readonly name: string;
  readonly unit: string;
  readonly line: number;
  readonly isFloor: boolean;
  readonly used: Reading<number>;
  readonly state: LimitState;
  /** What it is of: the busiest RPC, the fullest lane. */
  readonly detail: string;
}

export const REFUSED_MS = 15 * 60_000;
/** What refused within this time refused a moment ago. */
const REFUSED_NOW_MS = 15_000;
const STALE_LEVEL_MS = 5_000;

/** Refusals of the last 15 minutes by limit; unknown when they cannot be read. */
async function readRefused({ store }: BrokerContext, asOf: string): Promise<(name: string) => Refused> {
  const until = new Date(Date.parse(asOf) + 1);
  const range = { stepSeconds: 10, from: new Date(Date.parse(asOf) - REFUSED_MS), until } as const;
  const rows = await refusedByLimit(store.console, range).catch(() => null);
  const byName = new Map(rows?.map((row): [string, RefusedRow] => [row.limit, row]));
  return (name) => ({
    refused: rows === null ? unknown(t(NO_ANSWER)) : known(byName.get(name)?.refused ?? 0, asOf),
    lastRefusedAt: byName.get(name)?.lastAt ?? null,
  });
}

export async function readLimits(broker: BrokerContext, pressure: Pressure, asOf: string): Promise<LimitNow[]> {
  const [limits, refused] = await Promise.all([limitList(broker.store.console), readRefused(broker, asOf)]);
  const uses = new Map(pressure?.uses.map((use): [string, LimitUse] => [limitName(use.limit), use]));
  const drainOf = limits.some(isOfBacklog) ? await readDrains(broker) : null;
  return limits.map((limit) => ({
    ...toLimitNow(limit, uses.get(limitName(limit)), refused(limitName(limit)), asOf),
    drain:
      drainOf === null || !isOfBacklog(limit)
        ? null
        : drainOf(limit.scope === 'group' ? [limit.subject] : broker.throttle.readersOf(limit.subject)),
  }));
}

function isOfBacklog({ kind }: ThrottleLimit): boolean {
  return LIMIT_KINDS[kind].level?.of === 'backlog';
}

function toLimitNow(
  { limitId: _id, ...limit }: ThrottleLimit,
  use: LimitUse | undefined,
  refused: Refused,
  asOf: string,
): Omit<LimitNow, 'drain'> {
  const { kind, hard, enabled } = limit;
  return {
    ...{ ...limit, ...refused, name: limitName(limit), unit: LIMIT_KINDS[kind].unit },
    used: usedOf(use, enabled, asOf),
    line: use?.line ?? hard,
    nodes: use?.nodes ?? 1,
    state: stateWithPast(enabled ? (use?.state ?? 'unknown') : 'off', refusedLately(refused, asOf)),
  };
}

/** By this node or another one. */
function refusedLately({ lastRefusedAt }: Refused, asOf: string): boolean {
  return lastRefusedAt !== null && Date.parse(asOf) - lastRefusedAt.getTime() <= REFUSED_NOW_MS;
}

function usedOf(use: LimitUse | undefined, enabled: boolean, asOf: string): Reading<number> {
  if (!enabled) return unknown(t('switched off: nothing is measured'));
  if (use === undefined || use.value === null) return unknown(t('not read yet'));
  const at = new Date(Date.parse(asOf) - use.ageMs).toISOString();
  return use.ageMs > STALE_LEVEL_MS ? stale(use.value, at, t('no newer reading')) : known(use.value, at);
}

export async function readProtections(
  broker: BrokerContext,
  pressure: Pressure,
  asOf: string,
): Promise<ProtectionNow[]> {
  if (pressure === null) return [];
  const refused = await readRefused(broker, asOf);
  const { rpc, running, limit } = pressure.busiestRpc;
  const calls = { name: 'running-calls', unit: 'requests', line: limit, value: running, isFloor: false } as const;
  const uses: (Omit<ProtectionUse, 'name'> & { readonly name: string; readonly detail: string })[] = [
    ...pressure.protections.map((use) => ({ ...use, detail: t(DETAILS[use.name]) })),
    { ...calls, detail: rpc === '' ? t('per RPC') : t('most now: {rpc}', { rpc }) },
  ];
  return uses.map(({ value, name, unit, line, isFloor, detail }) => {
    const own = refused(name);
    const isRefusing = value !== null && (isFloor ? value < line : value >= line && refusedLately(own, asOf));
    const isNear = value !== null && (isFloor ? value < line * 2 : value >= line * 0.8);
    return {
      name,
      unit,
      line,
      isFloor,
      detail,
      used: value === null ? unknown(t('not read yet')) : known(value, asOf),
      state: stateWithPast(
        isRefusing ? 'refusing' : value === null ? 'unknown' : isNear ? 'warning' : 'room',
        refusedLately(own, asOf),
      ),
      ...own,
    };
  });
}

const DETAILS: Readonly<Record<ProtectionUse['name'], string>> = {
  'send-head-wait': msg('the topic with the oldest waiting message'),
  'send-queue': msg('the topic with the most waiting messages'),
  'held-receives': msg('per group, topic and filter: the fullest'),
  'disk-free': msg('free space on the disk of the embedded database'),
};
