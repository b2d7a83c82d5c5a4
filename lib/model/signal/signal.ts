import { amplificationOf } from '../backlog/drain';
import { HOUR_MS } from '../dead-letter/dead-letter-retention';
import { HISTORY } from '../history';
import type { EngineKind } from '../workspace';
import { type Moment, NEVER_S } from './moment';
import { msg } from '../language/t';
import type { EvidenceOf, EvidencePage, SignalFacts } from './signal-facts';

const WINDOW_MS = 300_000;
const LEVEL = { window: null, firstWindowMs: 0 } as const;
const PAST = { window: 'past', firstWindowMs: WINDOW_MS } as const;

/** What most watches of a backlog, and most others, have in common. */
const OTHER = {
  ...{ movedByRedrive: false, ofBacklog: false, ofDeadLetters: false, perCause: false },
  ...{ isSampled: false, sampledMs: null, held: null },
  told: { embedded: true, cluster: true },
} as const;
const OF_CLUSTERS = { ...OTHER, told: { embedded: 'this installation is one broker', cluster: true } } as const;
const BACKLOG = { ...OTHER, movedByRedrive: true, ofBacklog: true, isSampled: true } as const;
const LETTERS = { ...OTHER, ofDeadLetters: true } as const;

const GROUP_PAGE = { says: msg('Open group'), path: ({ name }: EvidenceOf) => `/groups/${name}` };
const CONFIG_PAGE = { says: msg('Open settings'), path: ({ name }: EvidenceOf) => `/groups/${name}/config` };
const PEERS_PAGE = { says: msg('Open brokers'), path: () => '/throttling' };
/** What its alarms are about where there is no more than one. */
export const ONLY_BROKER = 'broker';
const RETRIES_PAGE = { says: msg('Open retries'), path: ({ name }: EvidenceOf) => `/groups/${name}/retries` };

const FACTS = {
  backlog: {
    ...{ subject: 'group', unit: 'messages', says: msg('Ready messages'), ...LEVEL, ...BACKLOG },
    measures: 'messages that are ready and not delivered',
    badge: ['waiting-retry', msg('Ready')],
    evidence: GROUP_PAGE,
    value: ({ levels }) => levels?.ready ?? null,
  },
  'oldest-age': {
    ...{ subject: 'group', unit: 'seconds', says: msg('Oldest ready message'), ...LEVEL, ...BACKLOG },
    measures: 'how long the oldest ready message has been ready',
    badge: ['waiting-retry', msg('Old')],
    evidence: GROUP_PAGE,
    value: ({ at, levels }) => {
      if (levels === null || levels.ready === null) return null;
      return levels.ready === 0 ? 0 : secondsSince(levels.oldestReadyAt, at);
    },
  },
  'lag-growth': {
    ...{ subject: 'group', unit: 'messages', says: msg('Growth of ready messages'), ...PAST, ...BACKLOG },
    measures: 'by how much the ready messages grew in the window',
    badge: ['waiting-retry', msg('Growing')],
    evidence: GROUP_PAGE,
    value: ({ levels, readyThen }) => (levels?.ready == null || readyThen === null ? null : levels.ready - readyThen),
  },
  'time-to-drain': {
    ...{ subject: 'group', unit: 'seconds', says: msg('Time to drain'), ...PAST, ...BACKLOG },
    measures: 'how long the ready messages last at the speed of the window',
    badge: ['waiting-retry', msg('Slow')],
    evidence: GROUP_PAGE,
    value: ({ levels, readyThen, windowMs }) => {
      if (levels?.ready === 0) return 0;
      if (levels?.ready == null || readyThen === null) return null;
      const taken = readyThen - levels.ready;
      return taken <= 0 ? NEVER_S : Math.min(NEVER_S, (levels.ready * (windowMs / 1000)) / taken);
    },
  },
  deaths: {
    ...{ subject: 'group', unit: 'messages', says: msg('New dead letters'), ...PAST, ...LETTERS },
    measures: 'messages that moved to the DLQ in the window',
    badge: ['dead', msg('Dead')],
    evidence: {
      says: msg('Open dead letters'),
      path: ({ name, windowMs, firedAt }) =>
        `/dead-letters?group=${name}&from=${new Date(firedAt.getTime() - windowMs).toISOString()}`,
    },
    ...{ isSampled: true, value: ({ sums }) => sums?.died ?? null },
  },
  'dead-letters': {
    ...{ subject: 'group', unit: 'messages', says: msg('Dead letters present'), ...LEVEL, ...LETTERS },
    measures: 'dead letters that are not handled yet',
    badge: ['dead', msg('Dead letters')],
    evidence: { says: msg('Open dead letters'), path: ({ name }) => `/dead-letters?group=${name}` },
    ...{ isSampled: true, value: ({ levels }) => levels?.unhandled ?? null },
  },
  'dead-letters-of-cause': {
    ...{
      subject: 'group',
      unit: 'messages',
      says: msg('Dead letters of one cause'),
      ...LEVEL,
      ...LETTERS,
      perCause: true,
    },
    measures: 'dead letters of one cause that are not handled yet',
    badge: ['dead', msg('Cause')],
    evidence: { says: msg('Open cause'), path: ({ name, cause }) => `/dead-letters/causes/${cause}?group=${name}` },
    value: 'not-by-cause',
  },
  'dead-letter-age': {
    ...{
      subject: 'group',
      unit: 'seconds',
      says: msg('Age of the oldest unhandled dead letter'),
      ...LEVEL,
      ...LETTERS,
    },
    measures: 'age of the oldest dead letter that is neither in a re-drive, held nor accepted',
    badge: ['dead', msg('Unhandled')],
    evidence: { says: msg('Open dead letters'), path: ({ name }) => `/dead-letters?group=${name}` },
    value: 'not-by-age',
  },
  'deaths-due': {
    ...{
      subject: 'group',
      unit: 'messages',
      says: msg('Messages about to move to the DLQ'),
      ...OTHER,
      movedByRedrive: true,
    },
    told: { embedded: true, cluster: 'brokers do not count waiting retries by attempt' },
    ...{ window: 'ahead', firstWindowMs: HISTORY.dueMs, sampledMs: HISTORY.dueMs },
    measures: 'messages that move to the DLQ within the window if every attempt fails',
    badge: ['dead', msg('Near the DLQ')],
    evidence: RETRIES_PAGE,
    value: ({ levels }) => levels?.deathsDue ?? null,
  },
  'expiring-dead-letters': {
    ...{ subject: 'group', unit: 'messages', says: msg('Dead letters expire'), ...OTHER },
    ...{ window: 'ahead', firstWindowMs: HISTORY.expiringMs, sampledMs: HISTORY.expiringMs },
    measures: 'dead letters whose retention ends within the window',
    badge: ['dead', msg('Expiring')],
    evidence: {
      says: msg('Open dead letters'),
      path: ({ name, windowMs }) => `/dead-letters?group=${name}&expires=${Math.ceil(windowMs / HOUR_MS)}h`,
    },
    value: ({ levels }) => levels?.expiring ?? null,
  },
  amplification: {
    ...{ subject: 'group', unit: 'deliveries per message', says: msg('Deliveries per message'), ...PAST },
    ...{ ...OTHER, movedByRedrive: true, isSampled: true },
    measures: 'deliveries for each first delivery in the window',
    badge: ['waiting-retry', msg('Retried')],
    evidence: { ...RETRIES_PAGE, inCluster: GROUP_PAGE },
    value: ({ sums }) => (sums === null ? null : (amplificationOf(sums.delivered, sums.redelivered) ?? 0)),
  },
  'no-consumer': {
    ...{ subject: 'group', unit: 'seconds', says: msg('No consumer'), ...LEVEL },
    ...{ ...BACKLOG, movedByRedrive: false, held: 'noticed' },
    measures: 'how long messages have been ready with no consumer connected; 0 while the group is paused',
    badge: ['dead', msg('No consumer')],
    evidence: GROUP_PAGE,
    value: ({ levels, isPaused }) => {
      if (levels?.ready == null || levels.consumers === null) return null;
      return levels.ready > 0 && levels.consumers === 0 && !isPaused ? 1 : 0;
    },
  },
  'subscriptions-differ': {
    ...{ subject: 'group', unit: 'seconds', says: msg('Clients subscribe differently'), ...LEVEL, ...OTHER },
    measures: 'how long clients of the group have subscribed to one topic with different filters: messages are lost',
    badge: ['dead', msg('Filters differ')],
    evidence: { says: msg('Open clients'), path: ({ name }) => `/groups/${name}/clients` },
    value: 'not-kept',
  },
  'blocked-key': {
    ...{ subject: 'group', unit: 'seconds', says: msg('Key blocked'), ...LEVEL, ...OTHER },
    told: { embedded: true, cluster: 'brokers show the queue that stands still, not the key' },
    measures: 'how long the first blocked message group has been blocked',
    badge: ['blocked', msg('Blocked')],
    evidence: { says: msg('Open keys'), path: ({ name }) => `/groups/${name}/keys` },
    // A key that took another's place cannot be distinguished from it.
    ...{ held: 'began', value: ({ levels }) => (levels?.blockedKeys == null ? null : Math.min(1, levels.blockedKeys)) },
  },
  refused: {
    ...{ subject: 'topic', unit: 'percent', says: msg('Refused sends'), ...PAST, ...OTHER },
    told: {
      embedded: true,
      cluster: 'brokers of a cluster have no limits by topic; what a broker refuses is the watch sends-refused',
    },
    measures: 'share of the sends of the window that a limit refused',
    badge: ['throttled', msg('Throttled')],
    evidence: { says: msg('Open throttling'), path: ({ name }) => `/throttling?topic=${name}` },
    value: ({ sums }) => {
      if (sums === null) return null;
      return sums.refused === 0 ? 0 : (sums.refused * 100) / (sums.refused + sums.accepted);
    },
  },
  'approval-waits': {
    ...{ subject: 'broker', unit: 'seconds', says: msg('Change waits for approval'), ...LEVEL, ...OTHER },
    told: { embedded: true, cluster: 'changes of clusters wait in this installation' },
    measures: 'how long the oldest change has waited for a second person',
    badge: ['blocked', msg('Approval')],
    evidence: { says: msg('Open approvals'), path: () => '/approvals' },
    value: 'not-kept',
  },
  'broker-health': {
    ...{ subject: 'broker', unit: 'seconds', says: msg('Broker unhealthy'), ...LEVEL, ...OTHER },
    measures:
      'how long a node, the database or the history has not been healthy; of a cluster, how long a broker has ' +
      'reported that it is overloaded or out of space',
    badge: ['dead', msg('Unhealthy')],
    evidence: { says: msg('Open health'), path: ({ name }) => (name === ONLY_BROKER ? '/api/health' : '/throttling') },
    value: ({ unwellSeconds }) => unwellSeconds,
  },
  'brokers-differ': {
    ...{ subject: 'group', unit: 'seconds', says: msg('Brokers differ'), ...LEVEL, ...OF_CLUSTERS },
    measures: 'how long brokers of a cluster have had different settings of the group',
    badge: ['blocked', msg('Differs')],
    evidence: CONFIG_PAGE,
    value: 'not-kept',
  },
  'group-missing': {
    ...{ subject: 'group', unit: 'seconds', says: msg('Group missing on a broker'), ...LEVEL, ...OF_CLUSTERS },
    measures: 'how long a broker of a cluster has not had the group that others have: nothing is consumed there',
    badge: ['dead', msg('Missing')],
    evidence: CONFIG_PAGE,
    value: 'not-kept',
  },
  'letters-near-retention': {
    ...{ subject: 'group', unit: 'messages', says: msg('Brokers remove dead letters'), ...OF_CLUSTERS },
    ...{ window: 'ahead', firstWindowMs: 12 * HOUR_MS },
    measures: 'dead letters, not handled yet, that their broker removes within the window; what was read stays here',
    badge: ['dead', msg('Retention')],
    evidence: { says: msg('Open dead letters'), path: ({ name }) => `/dead-letters?group=${name}` },
    value: 'not-kept',
  },
  'broker-away': {
    ...{ subject: 'broker', unit: 'seconds', says: msg('Broker not responding'), ...LEVEL, ...OF_CLUSTERS },
    measures: 'how long a broker of a cluster has not answered, or has had no master',
    badge: ['dead', msg('Away')],
    evidence: PEERS_PAGE,
    value: 'not-kept',
  },
  'proxy-away': {
    ...{ subject: 'proxy', unit: 'seconds', says: msg('Proxy not responding'), ...LEVEL, ...OF_CLUSTERS },
    measures: 'how long a proxy that had clients in the last day has not answered',
    badge: ['dead', msg('Away')],
    evidence: PEERS_PAGE,
    value: 'not-kept',
  },
  'queue-still': {
    ...{ subject: 'group', unit: 'seconds', says: msg('Queue stands still'), ...LEVEL, ...OTHER },
    told: { embedded: 'a queue has no position here that a message could hold up: see blocked keys', cluster: true },
    measures:
      'how long a queue of a group in a cluster has had messages to deliver while its offset did not move: of an ' +
      'ordered group it is blocked; 0 while the group is paused',
    badge: ['blocked', msg('Stands still')],
    evidence: GROUP_PAGE,
    value: 'not-kept',
  },
  'replica-behind': {
    ...{ subject: 'broker', unit: 'seconds', says: msg('Replica behind'), ...LEVEL, ...OF_CLUSTERS },
    measures: 'how long a replica of a broker has not been connected or in sync, as its master reports it',
    badge: ['blocked', msg('Behind')],
    evidence: { says: msg('Open brokers'), path: () => '/brokers' },
    value: 'not-kept',
  },
  'sends-refused': {
    ...{ subject: 'broker', unit: 'percent', says: msg('Refused sends: broker busy or disk full'), ...LEVEL, ...OTHER },
    told: { embedded: 'sends are refused by limits here: see refused sends', cluster: true },
    measures:
      'share of the sends that a broker refused, because it is busy or its disk is full, between two readings of its ' +
      'Prometheus port; unknown where no address of it is set',
    badge: ['throttled', msg('Refused')],
    evidence: PEERS_PAGE,
    value: 'not-kept',
  },
  'calls-refused': {
    ...{ subject: 'broker', unit: 'calls per minute', says: msg('Refused calls: no permission'), ...LEVEL },
    ...OF_CLUSTERS,
    measures:
      'calls that a broker refused because the client has no right or a topic is closed for them, between two ' +
      'readings of its Prometheus port; unknown where no address of it is set',
    badge: ['blocked', msg('No permission')],
    evidence: { says: msg('Open access'), path: () => '/access' },
    value: 'not-kept',
  },
  disk: {
    ...{ subject: 'broker', unit: 'percent', says: msg('Disk use'), ...LEVEL, ...OTHER },
    told: { embedded: 'messages are in PostgreSQL: watch the disk of its server', cluster: true },
    measures: 'how full the disk with the commit log of a broker is',
    badge: ['dead', msg('Disk')],
    evidence: PEERS_PAGE,
    value: 'not-kept',
  },
} as const satisfies Readonly<Record<string, SignalFacts>>;

export type Signal = keyof typeof FACTS;
export type AlarmSubjectKind = SignalFacts['subject'];

/** The page that shows why an alarm fires, as the engine has it that it is of. */
export function evidencePageOf(signal: Signal, engine: EngineKind): EvidencePage {
  const { evidence } = SIGNALS[signal];
  return engine === 'embedded' ? evidence : (evidence.inCluster ?? evidence);
}

/** The history has its values: there is a chart of them, and a preview of its rules. */
export function isKept(signal: Signal): boolean {
  return typeof SIGNALS[signal].value === 'function';
}

/** Null: unknown, or samples do not have it. */
export function sampledValue(signal: Signal, moment: Moment): number | null {
  const { value } = SIGNALS[signal];
  return typeof value === 'function' ? value(moment) : null;
}

/** Signals with a reader of their own. */
export type ReadSignal = {
  [Name in Signal]: (typeof FACTS)[Name]['isSampled'] extends true ? never : Name;
}[Signal];

function secondsSince(since: Date | null, at: Date): number | null {
  return since === null ? null : Math.max(0, (at.getTime() - since.getTime()) / 1000);
}

export const SIGNALS: Readonly<Record<Signal, SignalFacts>> = FACTS;
export const SIGNAL_NAMES = Object.keys(FACTS) as [Signal, ...Signal[]];

/** The signals that a rule of a workspace can be about; null: of this installation. */
export function signalsIn(workspace: string | null): readonly Signal[] {
  return signalsOf(workspace === null ? 'embedded' : 'cluster');
}

/** The signals that an engine has values for. */
export function signalsOf(engine: EngineKind): readonly Signal[] {
  return SIGNAL_NAMES.filter((signal) => SIGNALS[signal].told[engine] === true);
}
