import { t, told } from '../../model/language/t';
import { drainOf } from '../../model/backlog/drain';
import { FRESH_MS } from '../../model/backlog/flow';
import { earliest } from '../../model/earliest';
import type { GroupPoint } from '../../model/history';
import type { EvidenceOf, ProblemKind, RunOfProblem } from '../../model/problem/problem';
import { atLeast, estimated, known, notOffered, type Reading, stale, unknown } from '../../model/reading';
import { ROLLING_DEPLOY_MS } from '../../model/group/subscription';
import type { ProblemGroupRow } from '../../store/queries/problem/problem-groups';
import { momentAt, newestLevels, NO_MOMENT } from '../../model/signal/moment';
import { sampledValue } from '../../model/signal/signal';
import { HIDDEN_TOPIC, redirectName } from '../../model/redirect/redirect';
import { redriveName } from '../../model/redrive/redrive';
import { type Gathered, readable } from './gather';

type Finders = { readonly [Kind in ProblemKind]: (from: Gathered) => readonly EvidenceOf[Kind][] };

/** A client that reconnects is gone for less. */
const GONE_STEPS = 3;
/** Work that waits for less is not stuck, whatever the rates of the last minutes. */
const WAITED_MS = 120_000;
/** Deliveries per message in the window: from here on, most of the load is retries. */
const AMPLIFIED = 2;
const AMPLIFIED_WINDOW_MS = 300_000;
/** Fewer deliveries in five minutes are chance. */
const LEAST_DELIVERIES = 20;
/** As the alarm on the broker's health. */
const UNHEALTHY_S = 30;
/** A group that was just made has no samples yet. */
const YOUNG_MS = 60_000;

/** What finds each kind of problem. One that is missing does not compile. Throws what the part it needs threw. */
export const FINDERS: Finders = {
  'database-trouble': ({ now, troubles, unhealthy }) => {
    const seconds = unhealthy();
    const all = [
      ...troubles,
      ...(seconds > UNHEALTHY_S ? [told('a broker node is silent, or no node counts the groups')] : []),
    ];
    if (all.length === 0) return [];
    const since = seconds > 0 ? new Date(now.getTime() - seconds * 1000).toISOString() : null;
    return [{ troubles: all, since }];
  },

  'process-trouble': ({ processes }) => (processes.length === 0 ? [] : [{ troubles: processes }]),

  'numbers-unknown': (from) => {
    const old = from.groups.filter(({ createdAt }) => from.now.getTime() - createdAt.getTime() > YOUNG_MS);
    const missing = old.filter((group) => !isFresh(from, newest(from, group)));
    if (missing.length === 0) return [];
    const last = missing.map((group) => newest(from, group)?.at ?? null);
    return [
      {
        groups: missing.map(({ name }) => name),
        of: from.groups.length,
        since: earliest(last)?.toISOString() ?? null,
        reason: from.isCluster
          ? t('no newer count: no console counts them')
          : t('no newer count: no broker node counts them'),
      },
    ];
  },

  'dying-soon': (from) =>
    from.tries().flatMap(({ groupId, messages, firstAt, lastAt }) => {
      const group = groupOf(from, groupId);
      if (group === null || messages === 0) return [];
      return [
        {
          group: group.name,
          dying: known(messages, from.now.toISOString()),
          firstAt: firstAt?.toISOString() ?? null,
          lastAt: lastAt?.toISOString() ?? null,
        },
      ];
    }),

  'dead-letters': (from) => {
    const tries = new Map(from.tries().map((row) => [row.groupId, row]));
    return from.letters().flatMap(({ groupId, undecided, causes, fingerprint, text, firstAt, lastAt, oldestAt }) => {
      const group = groupOf(from, groupId);
      if (group === null) return [];
      const { run, notReleased } = heldRuns(from, group.name);
      if (undecided + notReleased === 0) return [];
      const asOf = from.now.toISOString();
      return [
        {
          group: group.name,
          undecided: known(undecided, asOf),
          notReleased: known(notReleased, asOf),
          run,
          dying: known(tries.get(groupId)?.messages ?? 0, asOf),
          dyingBy: tries.get(groupId)?.lastAt?.toISOString() ?? null,
          causes,
          newest: { fingerprint, text },
          firstAt: (run === null ? firstAt : oldestAt).toISOString(),
          lastAt: lastAt.toISOString(),
        },
      ];
    });
  },

  'expiring-letters': (from) => {
    const expiries = from.expiries();
    return each(from, (group, point, read) => {
      if ((point.expiring ?? 0) === 0) return null;
      const nextAt = expiries.get(group.groupId)?.toISOString() ?? null;
      return { group: group.name, expiring: read(point.expiring), nextAt };
    });
  },

  'blocked-keys': (from) =>
    from.blocked().flatMap(({ groupId, keys, behind, behindAt, since }) => {
      const group = groupOf(from, groupId);
      const asOf = from.now.toISOString();
      return group === null
        ? []
        : [
            {
              ...{ group: group.name, keys: known(keys, asOf), since: since.toISOString() },
              behind: known(behind, behindAt.toISOString()),
            },
          ];
    }),

  'no-consumer': (from) => {
    const left = readable(from.consumersLeft, new Map<number, Date | null>());
    return each(from, (group, point, read) => {
      if (group.isBroadcast) return null;
      const points = from.backlogs.pointsOf(group.groupId).filter(({ consumers }) => consumers !== null);
      const isPaused = group.pausedAt !== null;
      const holds = (levels: GroupPoint): boolean =>
        sampledValue('no-consumer', { ...NO_MOMENT, at: levels.at, levels, isPaused }) === 1;
      const gone = points.slice(points.findLastIndex((levels) => !holds(levels)) + 1);
      if (gone.length < GONE_STEPS) return null;
      const oldestAt = point.oldestReadyAt?.toISOString() ?? null;
      const since = left.get(group.groupId)?.toISOString() ?? null;
      return { group: group.name, ready: read(point.ready), oldestAt, since };
    });
  },

  // For a moment, old and new clients of a deployment differ.
  'subscriptions-differ': (from) => {
    const { rows, filtered } = from.differing();
    return rows
      .filter(({ since }) => from.now.getTime() - since.getTime() >= ROLLING_DEPLOY_MS)
      .map(({ groupId, group, topics, since }) => ({
        ...{ group, topics, since: since.toISOString() },
        filtered: from.isCluster
          ? notOffered(t('brokers do not count messages that a filter leaves out'))
          : known(filtered.get(groupId) ?? 0, from.now.toISOString()),
      }));
  },

  'backlog-grows': (from) =>
    each(from, (group, point, read) => {
      const waited = waitedBacklog(from, group);
      if (waited === null || waited.lately.kind === 'unknown') return null;
      const { level, oldestReadyAt, lately } = waited;
      const { redrivenPerSecond, outPerSecond } = lately;
      const inPerSecond = lately.inPerSecond + redrivenPerSecond;
      const drain = drainOf({ backlog: level.total, inPerSecond, outPerSecond });
      if (drain.kind !== 'growing' && drain.kind !== 'never') return null;
      const asOf = level.at.toISOString();
      return {
        group: group.name,
        backlog: known(level.total, asOf),
        drain,
        inPerSecond: estimated(inPerSecond, asOf),
        outPerSecond: estimated(outPerSecond, asOf),
        consumers: read(point.consumers),
        oldestAt: oldestReadyAt.toISOString(),
      };
    }),

  'retry-amplification': (from) =>
    each(from, (group, point, read) => {
      const points = from.backlogs.pointsOf(group.groupId);
      if (points.reduce((total, { delivered: n }) => total + n, 0) < LEAST_DELIVERIES) return null;
      const moment = momentAt(points, isFresh(from, point) ? from.now : point.at, AMPLIFIED_WINDOW_MS);
      const { delivered, redelivered: again } = moment.sums;
      const perMessage = sampledValue('amplification', moment) ?? 0;
      if (delivered < LEAST_DELIVERIES || perMessage < AMPLIFIED) return null;
      return {
        group: group.name,
        perMessage: read(Math.round(perMessage * 100) / 100),
        retries: read(Math.round((again * 10_000) / delivered) / 100),
        waiting: read(point.waiting),
      };
    }),

  'stale-client': (from) =>
    from.silent().map(({ group, clients, client, seenAt }) => ({
      ...{ group, client, seenAt: seenAt.toISOString() },
      silent: known(clients, from.now.toISOString()),
    })),

  'throttled-producers': (from) =>
    from.throttled().map(({ topic, refused, since, lastAt }) => ({
      topic,
      refused: known(refused, from.now.toISOString()),
      since: since.toISOString(),
      lastAt: lastAt.toISOString(),
    })),

  'redrive-stopped': (from) =>
    from.stopped().map(({ redriveId, group, left, stoppedAt, rule, failed, of }) => ({
      redriveId,
      group,
      stopped: { rule, failed, of },
      name: redriveName(redriveId),
      left: known(left, from.now.toISOString()),
      stoppedAt: stoppedAt.toISOString(),
    })),

  'redrive-failing': (from) =>
    from.failing().map(({ redriveId, left, since, lastAt, ...rest }) => ({
      ...rest,
      redriveId,
      name: redriveName(redriveId),
      left: known(left, from.now.toISOString()),
      since: since.toISOString(),
      lastAt: lastAt.toISOString(),
    })),

  'redirect-stopped': (from) =>
    from.redirects().map(({ redirectId, group, topic, stateWhy, stateAt, left }) => ({
      ...{ name: redirectName(redirectId), group, topic: topic ?? HIDDEN_TOPIC },
      why: stateWhy ?? told('the reason is not on record'),
      left: (left.atLeast ? atLeast : known)(left.count, from.now.toISOString()),
      stoppedAt: (stateAt ?? from.now).toISOString(),
    })),

  // Alarms that nothing above explains are added where all are ranked.
  alarm: (from) => {
    from.firing();
    return [];
  },
};

/** What re-drives of a group hold and will not release by themselves, with the one that holds most. */
function heldRuns(from: Gathered, group: string): { run: RunOfProblem | null; notReleased: number } {
  const stopped = readable(from.stopped, []).map(({ rule, failed, of, ...rest }) => ({
    ...{ ...rest, stopped: { rule, failed, of }, why: null },
  }));
  const failing = readable(from.failing, []).map((row) => ({ ...row, stopped: null }));
  const runs = [...stopped, ...failing].filter((row) => row.group === group);
  const [most] = runs.toSorted((one, other) => other.left - one.left);
  const notReleased = runs.reduce((total, { left }) => total + left, 0);
  if (most === undefined) return { run: null, notReleased };
  const { redriveId, stopped: stop, why } = most;
  return { run: { redriveId, name: redriveName(redriveId), stopped: stop, why }, notReleased };
}

/** Kinds that need more than a count of now: is there a group in which one could not be looked for yet? */
export const UNSURE: { readonly [Kind in ProblemKind]?: (from: Gathered) => boolean } = {
  'backlog-grows': (from) => from.groups.some((group) => waitedBacklog(from, group)?.lately.kind === 'unknown'),
};

/** Of a group whose backlog may be stuck: its oldest message waits for longer than is usual. Null: of no such group. */
function waitedBacklog(from: Gathered, group: ProblemGroupRow) {
  const oldestReadyAt = newest(from, group)?.oldestReadyAt ?? null;
  if (group.pausedAt !== null || group.isBroadcast || oldestReadyAt === null) return null;
  if (from.now.getTime() - oldestReadyAt.getTime() < WAITED_MS) return null;
  const { level, flow } = from.backlogs.of(group.groupId);
  return level.kind === 'unknown' ? null : { level, oldestReadyAt, lately: flow[5] };
}

/** Of every group with samples of the last minutes. A value that is not fresh is stale, and one not read is unknown. */
function each<T>(
  from: Gathered,
  find: (group: ProblemGroupRow, point: GroupPoint, read: (value: number | null) => Reading<number>) => T | null,
): T[] {
  return from.groups.flatMap((group) => {
    const point = newest(from, group);
    if (point === null) return [];
    const asOf = point.at.toISOString();
    const read = (value: number | null): Reading<number> => {
      if (value === null) return unknown(t('not counted lately'), asOf);
      return isFresh(from, point) ? known(value, asOf) : stale(value, asOf, t('no newer count'));
    };
    const found = find(group, point, read);
    return found === null ? [] : [found];
  });
}

export function newest({ backlogs }: Gathered, { groupId }: ProblemGroupRow): GroupPoint | null {
  return newestLevels(backlogs.pointsOf(groupId));
}

export function isFresh({ now }: Gathered, point: GroupPoint | null): boolean {
  return point !== null && now.getTime() - point.at.getTime() <= FRESH_MS;
}

function groupOf({ groups }: Gathered, groupId: number): ProblemGroupRow | null {
  return groups.find((group) => group.groupId === groupId) ?? null;
}
