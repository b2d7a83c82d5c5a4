import { INVARIANTS, TIMES_NEVER_FALL } from '../lib/testing/invariants';
import type { Queryable } from '../lib/store/queryable';
import { NOT_PRACTICE } from './practice';
import type { History, Violation } from './history';
import { middle } from './middle';
import type { Tally } from './tally';

export interface Verdict {
  readonly seed: number;
  readonly seconds: number;
  readonly acknowledged: number;
  readonly unanswered: number;
  readonly lost: number;
  readonly stuck: number;
  readonly doubleLeases: number;
  readonly fifoViolations: number;
  /** Delivered again after an ack that was answered with OK. */
  readonly ackedAgain: number;
  /** Delivered, and no client has sent it. */
  readonly invented: number;
  readonly storedTwice: number;
  /** Invariants of the database that do not hold, by name. */
  readonly brokenInvariants: readonly string[];
  readonly deliveries: number;
  readonly redeliveries: number;
  readonly brokerKills: number;
  readonly freezes: number;
  readonly postgresCrashes: number;
  /** Of pairs of a primary and a standby. */
  readonly failOvers: number;
  readonly switchOvers: number;
  readonly demotions: number;
  readonly frozenStandbys: number;
  readonly revoked: number;
  readonly connectionCuts: number;
  /** How many times all connections of a proxy were cut. */
  readonly cutRounds: number;
  readonly halfOpen: number;
  readonly standstills: number;
  readonly fullDisks: number;
  readonly heldSnapshots: number;
  readonly nodeClockJumps: number;
  readonly databaseClockJumps: number;
  /** Messages of the practice incident whose sends were answered with OK, and how many of them are not stored. */
  readonly practiceSent: number;
  readonly practiceLost: number;
  readonly redrives: number;
  readonly redriven: number;
  /** Nodes that ended without being killed. */
  readonly unexpectedEnds: number;
  readonly brokerReadyP50Ms: number;
  readonly brokerReadyMaxMs: number;
  readonly postgresReadyP50Ms: number;
  readonly postgresReadyMaxMs: number;
  readonly failOverP50Ms: number;
  readonly failOverMaxMs: number;
  /** From the last fault until everything was settled. */
  readonly settledMs: number;
  readonly examples: readonly string[];
}

type Found = Pick<
  Verdict,
  | 'lost'
  | 'stuck'
  | 'doubleLeases'
  | 'fifoViolations'
  | 'ackedAgain'
  | 'invented'
  | 'storedTwice'
  | 'practiceLost'
  | 'unexpectedEnds'
  | 'brokenInvariants'
>;

interface Trial {
  readonly db: Queryable;
  readonly history: History;
  readonly tally: Tally;
  readonly seed: number;
  readonly seconds: number;
  readonly settledMs: number;
}

const MOST_EXAMPLES = 10;

export async function judge({ db, history, tally, seed, seconds, settledMs }: Trial): Promise<Verdict> {
  const open = history.open().filter((messageId) => !history.isMaybeDone(messageId));
  const { rows: stored } = await db.query<{ id: string }>(
    'SELECT DISTINCT msg_id AS id FROM message WHERE msg_id = ANY($1)',
    [open],
  );
  const kept = new Set(stored.map(({ id }) => id));
  const lost = open.filter((messageId) => !kept.has(messageId));
  const count = (kind: Violation['kind']): number => history.violations.filter((each) => each.kind === kind).length;
  return {
    seed,
    seconds,
    acknowledged: history.acknowledgedCount,
    unanswered: history.sentCount - history.acknowledgedCount,
    lost: lost.length,
    stuck: open.length - lost.length + (await countOpen(db)),
    doubleLeases: count('double lease'),
    fifoViolations: count('out of order'),
    ackedAgain: count('came back after its ack'),
    invented: count('never sent'),
    storedTwice: await countStoredTwice(db),
    brokenInvariants: await brokenInvariants(db, tally.databaseClockJumps > 0),
    deliveries: history.deliveries,
    redeliveries: history.redeliveries,
    brokerKills: tally.brokerKills,
    freezes: tally.freezes,
    postgresCrashes: tally.postgresCrashes,
    failOvers: tally.failOverMs.length,
    switchOvers: tally.switchOvers,
    demotions: tally.demotions,
    frozenStandbys: tally.frozenStandbys,
    revoked: tally.revoked,
    connectionCuts: tally.connectionCuts,
    cutRounds: tally.cutRounds,
    halfOpen: tally.halfOpen,
    standstills: tally.standstills,
    fullDisks: tally.fullDisks,
    heldSnapshots: tally.heldSnapshots,
    nodeClockJumps: tally.nodeClockJumps,
    databaseClockJumps: tally.databaseClockJumps,
    practiceSent: tally.practiceSent,
    practiceLost: Math.max(0, tally.practiceSent - (await countPractice(db))),
    redrives: tally.redrives,
    redriven: tally.redriven,
    unexpectedEnds: tally.unexpectedEnds.length,
    brokerReadyP50Ms: middle(tally.brokerStartMs),
    brokerReadyMaxMs: Math.round(Math.max(0, ...tally.brokerStartMs)),
    postgresReadyP50Ms: middle(tally.postgresStartMs),
    postgresReadyMaxMs: Math.round(Math.max(0, ...tally.postgresStartMs)),
    failOverP50Ms: middle(tally.failOverMs),
    failOverMaxMs: Math.round(Math.max(0, ...tally.failOverMs)),
    settledMs: Math.round(settledMs),
    examples: [
      ...lost.map((messageId) => `${messageId} is lost`),
      ...history.violations.map(({ kind, messageId, detail }) => `${messageId}: ${kind}, ${detail}`),
      ...tally.unexpectedEnds,
    ].slice(0, MOST_EXAMPLES),
  };
}

/** Of a verdict, what must be 0. */
export function faultsOf(verdict: Found): Record<string, number> {
  const { lost, stuck, doubleLeases, fifoViolations, ackedAgain, invented, storedTwice, practiceLost, unexpectedEnds } =
    verdict;
  const brokenInvariants = verdict.brokenInvariants.length;
  return {
    lost,
    stuck,
    doubleLeases,
    fifoViolations,
    ackedAgain,
    invented,
    storedTwice,
    practiceLost,
    unexpectedEnds,
    brokenInvariants,
  };
}

async function countOpen(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ open: number }>(
    `SELECT count(*)::int AS open FROM consumer_group g CROSS JOIN LATERAL (
       SELECT 1 FROM lease l WHERE l.group_id = g.group_id AND l.live
       UNION ALL SELECT 1 FROM retry r WHERE r.group_id = g.group_id) w WHERE g.${NOT_PRACTICE}`,
  );
  return rows[0]?.open ?? 0;
}

async function countPractice(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ stored: number }>(
    "SELECT count(*)::int AS stored FROM message m JOIN topic t USING (topic_id) WHERE t.name LIKE 'practice-%'",
  );
  return rows[0]?.stored ?? 0;
}

async function countStoredTwice(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM (SELECT 1 FROM message GROUP BY topic_id, msg_id HAVING count(*) > 1) m',
  );
  return rows[0]?.count ?? 0;
}

async function brokenInvariants(db: Queryable, isClockSetBack: boolean): Promise<string[]> {
  const broken: string[] = [];
  for (const [name, query] of INVARIANTS) {
    if (isClockSetBack && name === TIMES_NEVER_FALL) continue;
    if ((await db.query(query)).rows.length > 0) broken.push(name);
  }
  return broken;
}
