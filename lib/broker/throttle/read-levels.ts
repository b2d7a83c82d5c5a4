import type { LimitKind, ThrottleLimit } from '../../model/throttle/limit';
import { databaseTime } from '../../store/queries/schedule/database-time';
import type { LevelReading } from '../../store/queries/throttle/level-settle';
import { backlogLevels, type BacklogLevelRow, storageBytes } from '../../store/queries/throttle/levels';
import type { BrokerContext } from '../context';

/**
 * Reads what the limits of levels are about, only when there are such limits; settles with all nodes which are closed. What cannot
 * be read stays as it was until it is too old to count, and keeps nothing else from being read.
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
    const readings = [
      ...(await tolerate(readStorage(ctx, limits), [])),
      ...(await tolerate(readBacklogs(ctx, limits), [])),
    ];
    if (readings.length > 0) await ctx.throttle.settle(readAt, readings);
  }
  if (failures.length > 0) throw failures[0];
}

async function readStorage({ store }: BrokerContext, limits: readonly ThrottleLimit[]): Promise<LevelReading[]> {
  const limit = limits.find(({ kind }) => kind === 'storage');
  return limit === undefined ? [] : [{ limitId: limit.limitId, value: await storageBytes(store.console) }];
}

/** A topic's backlog is that of its slowest group. */
async function readBacklogs(ctx: BrokerContext, limits: readonly ThrottleLimit[]): Promise<LevelReading[]> {
  const backlogs = limits.filter(({ scope }) => scope !== 'broker');
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
  return backlogs.map(({ limitId, kind, scope, subject }) => {
    const about = (scope === 'topic' ? byTopic : byGroup).get(subject) ?? [];
    return { limitId, value: levelOf(kind, about, scope) };
  });
}

/** Of a topic: the worst of its groups. Of a group: all its topics together, or the oldest of them. */
function levelOf(kind: LimitKind, rows: readonly BacklogLevelRow[], scope: ThrottleLimit['scope']): number {
  const values = rows.map(({ messages, bytes, ageSeconds }) =>
    kind === 'backlog-count' ? messages : kind === 'backlog-bytes' ? bytes : ageSeconds,
  );
  if (values.length === 0) return 0;
  return scope === 'group' && kind !== 'backlog-age'
    ? values.reduce((sum, value) => sum + value, 0)
    : Math.max(...values);
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
