import { statfs } from 'node:fs/promises';

import type { LimitKind, ThrottleLimit } from '../../model/throttle/limit';
import { backlogLevels, type BacklogLevelRow, storageBytes } from '../../store/queries/throttle/levels';
import type { BrokerContext } from '../context';

/**
 * Reads what the limits of levels are about, only when there are such limits, and the room on the database's disk. A topic's backlog is that of its slowest
 * group. What cannot be read stays as it was until it is too old to count.
 */
export async function readLevels(ctx: BrokerContext): Promise<void> {
  if (ctx.dataDirectory !== null) {
    const { bavail, bsize } = await statfs(ctx.dataDirectory);
    ctx.throttle.setDiskFree(bavail * bsize);
  }
  const limits = ctx.throttle.levels();
  if (limits.length === 0) return;
  const db = ctx.store.console;
  if (limits.some(({ kind }) => kind === 'storage')) {
    ctx.throttle.setLevel('storage', 'broker', '', await storageBytes(db));
  }
  const backlogs = limits.filter(({ scope }) => scope !== 'broker');
  if (backlogs.length === 0) return;
  const rows = await backlogLevels(
    db,
    ctx.clock.nowOrNull(),
    backlogs.filter(({ scope }) => scope === 'topic').map(({ subject }) => subject),
    backlogs.filter(({ scope }) => scope === 'group').map(({ subject }) => subject),
  );
  const byTopic = rowsBy(rows, 'topic');
  const byGroup = rowsBy(rows, 'group');
  ctx.throttle.setReaders(new Map([...byTopic].map(([topic, found]) => [topic, found.map(({ group }) => group)])));
  for (const { kind, scope, subject } of backlogs) {
    const about = (scope === 'topic' ? byTopic : byGroup).get(subject) ?? [];
    ctx.throttle.setLevel(kind, scope, subject, levelOf(kind, about, scope));
  }
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
