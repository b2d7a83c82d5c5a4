import type { Watch } from '../../model/alarm/watch';
import { ONLY_BROKER, WATCHES, watchesOf } from '../../model/alarm/watch';
import { keepMsOf } from '../../model/dead-letter/dead-letter-retention';
import { approvalWaitSeconds } from '../../store/queries/approval/approvals';
import { deadLetterExpiring } from '../../store/queries/dead-letter/dead-letter-expiring';
import { blockedCounts } from '../../store/queries/group-stats/blocked-keys';
import {
  brokerUnwellSeconds,
  watchedGroups,
  groupNumbers,
  refusedShares,
  type SubjectNumber,
} from '../../store/queries/alarm/alarm-numbers';
import {
  brokersUnwell,
  clusterPeers,
  groupStates,
  lettersNearRetention,
  peersAway,
} from '../../store/queries/alarm/cluster-numbers';
import type { BrokerContext } from '../context';
import { engineOf } from '../engine-of';
import { readDeathsDue } from '../retry/deaths-due';

/** The values of a watch by subject; one that is missing is unknown. */
export type Values = ReadonlyMap<string, number | null>;

/** What rules can be about, by kind. */
export async function alarmSubjects(ctx: BrokerContext) {
  const db = ctx.store.console;
  const [groups, topics] = await Promise.all([
    watchedGroups(db),
    db.query<{ name: string }>('SELECT name FROM topic WHERE deleted_at IS NULL ORDER BY name'),
  ]);
  const peers = engineOf(ctx) === 'cluster' ? await clusterPeers(db) : [{ kind: 'broker', name: ONLY_BROKER }];
  const names = {
    group: groups.map(({ name }) => name),
    topic: topics.rows.map(({ name }) => name),
    broker: peers.filter(({ kind }) => kind === 'broker').map(({ name }) => name),
    proxy: peers.filter(({ kind }) => kind === 'proxy').map(({ name }) => name),
  };
  return { groups, names };
}

/**
 * Groups, topics, causes or the broker: the subjects of a watch.
 * @param causes the causes that rules are about now
 */
export async function subjectsOf(
  ctx: BrokerContext,
  causes: readonly string[] = [],
): Promise<(watch: Watch) => readonly string[]> {
  const { groups, names } = await alarmSubjects(ctx);
  const engine = engineOf(ctx);
  // Of a cluster, where the group stands says so: no value is unknown.
  const subscribed = groups.filter((group) => engine === 'cluster' || group.subscribed).map(({ name }) => name);
  const told = new Set(watchesOf(engine));
  return (watch) => {
    if (!told.has(watch)) return [];
    const { ofBacklog, perCause, subject } = WATCHES[watch];
    if (perCause) return causes;
    return ofBacklog ? subscribed : names[subject];
  };
}

/** Reads one number per subject. What cannot be read is unknown for all of them, and the other watches go on. */
export async function readValues(ctx: BrokerContext, now: Date, watch: Watch, windowMs: number): Promise<Values> {
  try {
    return new Map((await read(ctx, now, watch, windowMs)).map(({ subject, value }) => [subject, value]));
  } catch (error) {
    ctx.log.warn({ error, watch }, 'an alarm could not read its value: it is unknown');
    return new Map();
  }
}

/** Kept for good, none of them expires. */
async function expiring(ctx: BrokerContext, now: Date, windowMs: number): Promise<SubjectNumber[]> {
  const db = ctx.store.console;
  const keepMs = keepMsOf((await ctx.settings.refresh('dead-letter-retention')).value);
  if (keepMs === null) return (await watchedGroups(db)).map(({ name }) => ({ subject: name, value: 0 }));
  const rows = await deadLetterExpiring(db, now, keepMs, windowMs);
  return rows.map(({ group, count }) => ({ subject: group, value: count }));
}

async function read(ctx: BrokerContext, now: Date, watch: Watch, windowMs: number): Promise<SubjectNumber[]> {
  const db = ctx.store.console;
  const engine = engineOf(ctx);
  switch (watch) {
    case 'brokers-differ':
    case 'group-missing':
      return await groupStates(db, now, watch);
    case 'letters-near-retention':
      return await lettersNearRetention(db, now, windowMs);
    case 'broker-away':
      return await peersAway(db, now, 'broker');
    case 'proxy-away':
      return await peersAway(db, now, 'proxy');
    case 'refused':
      return await refusedShares(db, now, windowMs);
    case 'approval-waits':
      return [{ subject: ONLY_BROKER, value: await approvalWaitSeconds(db, now) }];
    case 'broker-health':
      if (engine === 'cluster') return await brokersUnwell(db, now);
      return [{ subject: ONLY_BROKER, value: await brokerUnwellSeconds(db, now) }];
    case 'blocked-key': {
      const [groups, blocked] = await Promise.all([watchedGroups(db), blockedCounts(db, now, null)]);
      const since = new Map(blocked.map((row) => [row.groupId, row.since]));
      return groups.map(({ groupId, name }) => ({
        subject: name,
        value: Math.max(0, now.getTime() - (since.get(groupId)?.getTime() ?? now.getTime())) / 1000,
      }));
    }
    case 'deaths-due': {
      const [groups, due] = await Promise.all([watchedGroups(db), readDeathsDue(ctx, now, windowMs)]);
      return groups.map(({ groupId, name }) => ({ subject: name, value: due.get(groupId) ?? 0 }));
    }
    // Of each cause: read-causes.ts.
    case 'dead-letters-of-cause':
      return [];
    case 'expiring-dead-letters':
      return await expiring(ctx, now, windowMs);
    default:
      return await groupNumbers(db, now, watch, windowMs);
  }
}
