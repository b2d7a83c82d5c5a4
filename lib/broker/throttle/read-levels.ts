import type { ThrottleLimit } from '../../model/throttle/limit';
import { type BacklogLevel, LIMIT_KINDS, type LimitLevel, type LimitScope } from '../../model/throttle/limit-kind';
import { databaseTime } from '../../store/queries/schedule/database-time';
import type { LevelReading } from '../../store/queries/throttle/level-settle';
import { backlogLevels, type BacklogLevelRow, storageBytes } from '../../store/queries/throttle/levels';
import type { BrokerContext } from '../context';

/**
 * Reads the levels that have limits; agrees with all nodes which limits are closed. What cannot be read stays as it was
 * until it is too old to count, and keeps nothing else from being read.
 */
export async function readLevels(ctx: BrokerContext): Promise<void> {
  const failures: unknown[] = [];
  const tolerate = async <Value>(read: Promise<Value>, fallback: Value): Promise<Value> =>
    await read.catch((error: unknown) => {
      failures.push(error);
      return fallback;
    });
  const limits = ctx.throttle.levels();
  if (limits.length > 0) {
    const readAt = ctx.clock.nowOrNull() ?? (await databaseTime(ctx.store.console));
    const readings: LevelReading[] = [];
    for (const read of Object.values(READERS)) readings.push(...(await tolerate(read(ctx, limits), [])));
    if (readings.length > 0) await ctx.throttle.settle(readAt, readings);
  }
  if (failures.length > 0) throw failures[0];
}

type Reader = (ctx: BrokerContext, limits: readonly ThrottleLimit[]) => Promise<LevelReading[]>;

const READERS: Readonly<Record<LimitLevel['of'], Reader>> = { storage: readStorage, backlog: readBacklogs };

async function readStorage({ store }: BrokerContext, limits: readonly ThrottleLimit[]): Promise<LevelReading[]> {
  const limit = limits.find(({ kind }) => LIMIT_KINDS[kind].level?.of === 'storage');
  return limit === undefined ? [] : [{ limitId: limit.limitId, value: await storageBytes(store.console) }];
}

/** A topic's backlog is that of its slowest group. */
async function readBacklogs(ctx: BrokerContext, limits: readonly ThrottleLimit[]): Promise<LevelReading[]> {
  const backlogs = limits.flatMap((limit) => {
    const { level } = LIMIT_KINDS[limit.kind];
    return level?.of === 'backlog' ? [{ ...limit, level }] : [];
  });
  if (backlogs.length === 0) return [];
  const rows = await backlogLevels(
    ctx.store.console,
    ctx.clock.nowOrNull(),
    backlogs.filter(({ scope }) => scope === 'topic').map(({ subject }) => subject),
    backlogs.filter(({ scope }) => scope === 'group').map(({ subject }) => subject),
  );
  const byTopic = rowsBy(rows, 'topic');
  const byGroup = rowsBy(rows, 'group');
  ctx.throttle.setReaders(new Map([...byTopic].map(([topic, found]) => [topic, found.map(({ group }) => group)])));
  return backlogs.map(({ limitId, level, scope, subject }) => {
    const about = (scope === 'topic' ? byTopic : byGroup).get(subject) ?? [];
    return { limitId, value: levelOf(level, about, scope) };
  });
}

/** Of a topic: the worst of its groups. Of a group: all its topics together, or the oldest of them. */
function levelOf({ column, ofGroup }: BacklogLevel, rows: readonly BacklogLevelRow[], scope: LimitScope): number {
  const values = rows.map((row) => row[column]);
  if (values.length === 0) return 0;
  return scope === 'group' && ofGroup === 'sum' ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
}

function rowsBy(rows: readonly BacklogLevelRow[], field: 'topic' | 'group'): Map<string, BacklogLevelRow[]> {
  const found = new Map<string, BacklogLevelRow[]>();
  for (const row of rows) {
    const same = found.get(row[field]);
    if (same === undefined) found.set(row[field], [row]);
    else same.push(row);
  }
  return found;
}
