import { msg } from '../../model/language/t';
import type { BrokerFacts } from './facts';

/** A group by the clients that it has now: what is offered depends on it. */
export type GroupKind = 'pop' | 'pop-ordered' | 'classic' | 'classic-ordered' | 'both' | 'unknown';

/** What the console does with a group, in the order of the table in the documentation. */
export const FEATURES = [
  'group-settings',
  'edit-settings',
  'backlog',
  'in-flight',
  'oldest-waiting',
  'consumers',
  'producers',
  'deliveries',
  'waiting-retries',
  'message-search',
  'browse-topic',
  'topic-figures',
  'timeline',
  'failure-reasons',
  'dead-letters',
  'redrive',
  'redrive-verdict',
  'try-now',
  'recall-redrive',
  'delete-dead-letter',
  'pause',
  'delete-group',
  'reset-offset',
  'throttling',
  'limits',
  'scheduled',
  'transactions',
  'alarms',
  'access-keys',
  'blocked-keys',
  'revoke',
] as const;
export type Feature = (typeof FEATURES)[number];

export type Support =
  | { readonly level: 'full' }
  | { readonly level: 'partial'; readonly reason: string }
  | { readonly level: 'none'; readonly reason: string };

const FULL: Support = { level: 'full' };
const partial = (reason: string): Support => ({ level: 'partial', reason });
const none = (reason: string): Support => ({ level: 'none', reason });

/** What a group's clients make of a feature: 5.x through proxies, 4.x at the brokers. */
interface Row {
  readonly title: string;
  readonly pop: Support | ((facts: readonly BrokerFacts[], isOrdered: boolean) => Support);
  readonly classic: Support;
}

const LOG = 'what was sent stays in the log';
const SCHEDULED =
  'the list, on demand; recalled where recallMessageEnable is set, by a delivery time and not by a level';
const ACL1 = 'ACL 2 alone: brokers with ACL 1 do not report their accounts';
const NO_LIMITS = 'brokers of a cluster have no limits by topic or group';

/** The capability table: what each feature is in an attached cluster. The embedded broker has all but try-now. */
export const CAPABILITIES: Readonly<Record<Feature, Row>> = {
  'group-settings': {
    title: 'Group list and settings',
    pop: FULL,
    classic: partial('max retries and back-off apply to 5.x clients; 4.x clients use their own'),
  },
  'edit-settings': {
    title: 'Edit settings, with history and undo',
    pop: partial('brokers cannot compare before they write: it is compared, written and read back'),
    classic: partial('brokers cannot compare before they write: it is compared, written and read back'),
  },
  backlog: {
    title: 'Backlog per topic and queue',
    pop: FULL,
    classic: partial('what clients hold is in the number'),
  },
  'in-flight': {
    title: 'In flight',
    pop: (facts) =>
      facts.every(({ prometheusPort }) => prometheusPort !== null)
        ? partial('about: as brokers count it for Prometheus, where their addresses are set')
        : none(msg('counted only with the brokers’ Prometheus port')),
    classic: none('in the backlog'),
  },
  'oldest-waiting': { title: 'Oldest waiting', pop: FULL, classic: FULL },
  consumers: { title: 'Connected consumers, with SDK, version and host', pop: FULL, classic: FULL },
  producers: { title: 'Connected producers', pop: none(msg('proxies keep no list of producers')), classic: FULL },
  deliveries: {
    title: 'Deliveries in progress, message by message',
    pop: (facts, isOrdered) => {
      if (isOrdered) return none('brokers keep in their memory what ordered 5.x clients hold');
      return facts.every(({ popStore }) => popStore === 'records')
        ? partial('on demand, from the log of what was handed out')
        : partial('a count only');
    },
    classic: partial('on demand, of each client: a count, its offset and times for each queue'),
  },
  'waiting-retries': {
    title: 'Waiting retries and their due times',
    pop: (facts, isOrdered) => {
      if (isOrdered) return none('ordered 5.x consumers retry in place');
      return facts.every(({ popStore }) => popStore === 'records')
        ? partial('due ones exactly, the others on demand')
        : partial('due ones exactly, of the others a count');
    },
    classic: FULL,
  },
  'message-search': { title: 'Message by id or key', pop: FULL, classic: FULL },
  'browse-topic': {
    title: 'Messages of a topic, newest first',
    pop: partial('brokers keep the position of a group, not what came of each message'),
    classic: partial('brokers keep the position of a group, not what came of each message'),
  },
  'topic-figures': {
    title: 'Figures of a topic: stored, rates, retention',
    pop: partial('not its bytes: a broker keeps one log for all topics'),
    classic: partial('not its bytes: a broker keeps one log for all topics'),
  },
  timeline: {
    title: 'Timeline of a message',
    pop: partial('failures and death exactly; the moment of each delivery on demand'),
    classic: partial('failures and death exactly; each delivery of clients that trace'),
  },
  'failure-reasons': {
    title: 'Why it failed',
    pop: partial('what applications report'),
    classic: partial('what applications report; without it how the listener ended, of clients that trace'),
  },
  'dead-letters': { title: 'Dead letters: search, causes, export', pop: FULL, classic: FULL },
  redrive: {
    title: 'Re-drive to the failing group only',
    pop: (facts, isOrdered) => {
      if (isOrdered)
        return none('ordered 5.x consumers never read a retry topic: every group of the topic gets a copy');
      return facts.every(({ usesRetryTopicV2, readsRetryTopicV1 }) => !usesRetryTopicV2 || readsRetryTopicV1)
        ? FULL
        : none('retry topics of these brokers cannot be written: every group of the topic gets a copy');
    },
    classic: FULL,
  },
  'redrive-verdict': {
    title: 'Verdict on each re-driven message',
    pop: (facts) =>
      facts.some(({ mergesPopRecords, popStore }) => mergesPopRecords || popStore === 'kv')
        ? partial(msg(`“Delivered, not failed so far” where the broker merges its records, or keeps them in a store`))
        : FULL,
    classic: FULL,
  },
  'try-now': {
    title: 'Try one message now',
    pop: none('clients behind proxies cannot be reached one by one'),
    classic: FULL,
  },
  'recall-redrive': { title: 'Recall a re-drive before delivery', pop: none(LOG), classic: none(LOG) },
  'delete-dead-letter': {
    title: 'Delete single dead letters',
    pop: none('a log loses nothing before its retention'),
    classic: none('a log loses nothing before its retention'),
  },
  pause: { title: 'Pause and resume a group', pop: FULL, classic: FULL },
  'delete-group': { title: 'Delete a group, with its retry and dead-letter topics', pop: FULL, classic: FULL },
  'reset-offset': {
    title: 'Reset or skip',
    pop: partial('retry topics stay as they are'),
    classic: partial('retry topics stay as they are'),
  },
  throttling: { title: 'Throttling watermarks', pop: FULL, classic: FULL },
  limits: { title: 'Limits per topic and group', pop: none(NO_LIMITS), classic: none(NO_LIMITS) },
  scheduled: {
    title: 'Scheduled messages',
    pop: partial(SCHEDULED),
    classic: partial(SCHEDULED),
  },
  transactions: {
    title: 'Open transactions',
    pop: none('brokers do not list half messages'),
    classic: none('brokers do not list half messages'),
  },
  alarms: { title: 'Alarms', pop: FULL, classic: FULL },
  'access-keys': {
    title: 'Access keys: users and rules of ACL 2',
    pop: partial(ACL1),
    classic: partial(ACL1),
  },
  'blocked-keys': {
    title: 'Blocked ordered keys',
    pop: partial(msg('the queue that stands still, not the key')),
    classic: partial(msg('the queue that stands still, not the key')),
  },
  revoke: {
    title: 'Take a message back from its client',
    pop: none('brokers end a lease only for the client that has its receipt handle'),
    classic: none('a 4.x client keeps what it has fetched, and the lock of its queue'),
  },
};

/** Where both kinds of clients are connected, what the weaker one allows. */
export function supportFor(feature: Feature, kind: GroupKind, facts: readonly BrokerFacts[]): Support {
  const { pop, classic } = CAPABILITIES[feature];
  const ofPop = typeof pop === 'function' ? pop(facts, kind === 'pop-ordered') : pop;
  switch (kind) {
    case 'pop':
    case 'pop-ordered':
      return ofPop;
    case 'classic':
    case 'classic-ordered':
      return classic;
    case 'both':
    case 'unknown':
      return RANK[ofPop.level] <= RANK[classic.level] ? ofPop : classic;
  }
}

const RANK = { none: 0, partial: 1, full: 2 } as const;
