import { BrokerError } from './errors';
import type { EngineKind } from './workspace';

/** What one of the engines lacks. */
export type Capability = keyof typeof LACKS;

const CLUSTER = 'an attached cluster';
const EMBEDDED = 'This installation';

/** Which engine lacks it, and why, as pages, refusals and tools say it. */
const LACKS = {
  installation: { lackedBy: 'cluster', reason: 'This is of the installation, and not of one of its clusters.' },
  'make-group-equal': {
    lackedBy: 'embedded',
    reason: `${EMBEDDED} keeps each group once: there is nothing to make equal.`,
  },
  'broker-topics': { lackedBy: 'embedded', reason: `${EMBEDDED} keeps each topic once, and its read is topics.` },
  'topic-figures': { lackedBy: 'cluster', reason: `Topics of ${CLUSTER} have a read of their own: brokerTopics.` },
  'dead-letter-topic': {
    lackedBy: 'cluster',
    reason: `The dead letters of ${CLUSTER} are a topic on its brokers: brokerTopic.`,
  },
  'discard-letters': {
    lackedBy: 'cluster',
    reason: `The log of ${CLUSTER} loses no dead letter before its retention: none is discarded there.`,
  },
  brokers: {
    lackedBy: 'embedded',
    reason: `${EMBEDDED} has no brokers behind it: it answers from its own store.`,
  },
  'dead-letter-index': {
    lackedBy: 'embedded',
    reason: `${EMBEDDED} keeps each dead letter once, itself: there is no topic of them to index or to open.`,
  },
  move: { lackedBy: 'embedded', reason: 'A move is to an attached cluster: open the workspace of that cluster.' },
  'recall-redrive': {
    lackedBy: 'cluster',
    reason: `What a re-drive sent to ${CLUSTER} is in its log, and is not taken back.`,
  },
  'change-redrive': {
    lackedBy: 'cluster',
    reason: `Dead letters of ${CLUSTER} are sent to their group as they were.`,
  },
  redirects: {
    lackedBy: 'cluster',
    reason: `Dead letters of ${CLUSTER} go back to their group alone: nothing redirects them to a topic.`,
  },
  'live-delay': {
    lackedBy: 'cluster',
    reason: `The brokers of ${CLUSTER} do not report how long live messages wait: that cannot pause a re-drive.`,
  },
  'redrive-files': {
    lackedBy: 'cluster',
    reason: `What re-drives of ${CLUSTER} take and leave is on their pages, and in no file.`,
  },
  'find-messages': {
    lackedBy: 'cluster',
    reason: `Messages of ${CLUSTER} are at its brokers: findMessages lists a topic, messageCopies finds one by its id.`,
  },
  'blocked-keys': { lackedBy: 'cluster', reason: `The brokers of ${CLUSTER} know queues, not keys.` },
  transactions: {
    lackedBy: 'cluster',
    reason: `Half messages of ${CLUSTER} wait in a queue of its brokers, and only their producers resolve them.`,
  },
  failover: {
    lackedBy: 'cluster',
    reason: `Producers of ${CLUSTER} go on to its other brokers: no other place is set.`,
  },
  'sampled-backlog': {
    lackedBy: 'cluster',
    reason: `The backlog of a group in ${CLUSTER} is on its page, as its brokers count it: read it with the group.`,
  },
  'recent-failures': {
    lackedBy: 'cluster',
    reason: `The brokers of ${CLUSTER} do not report each failed delivery.`,
  },
  'cause-history': {
    lackedBy: 'cluster',
    reason: `Of a cause in ${CLUSTER} its dead letters are known: the brokers do not report what failed before.`,
  },
  discard: { lackedBy: 'cluster', reason: `The log of ${CLUSTER} loses nothing before its retention.` },
  retries: {
    lackedBy: 'cluster',
    reason: `The brokers of ${CLUSTER} deliver retries by themselves; what waits is listed by the read waitingRetries.`,
  },
  'last-attempts': { lackedBy: 'cluster', reason: 'Brokers do not count waiting retries by attempt.' },
  'group-overview': { lackedBy: 'cluster', reason: `The brokers of ${CLUSTER} do not count failures by the minute.` },
  'policy-replay': {
    lackedBy: 'cluster',
    reason: `The brokers of ${CLUSTER} keep no record of each failed delivery: a policy can't be replayed on it.`,
  },
  'group-changes': { lackedBy: 'cluster', reason: `The brokers of ${CLUSTER} do not report changes of a group.` },
  'group-clients': { lackedBy: 'cluster', reason: `Clients of ${CLUSTER} have a read of their own: brokerClients.` },
  'preview-reset': { lackedBy: 'cluster', reason: `A reset in ${CLUSTER} has a preview of its own: brokerReset.` },
} as const satisfies Readonly<Record<string, { readonly lackedBy: EngineKind; readonly reason: string }>>;

/** @returns why it cannot be done there; null: it can */
export function whyNot(engine: EngineKind, capability: Capability | undefined): string | null {
  if (capability === undefined) return null;
  const { lackedBy, reason } = LACKS[capability];
  return lackedBy === engine ? reason : null;
}

/** @throws BrokerError unsupported */
export function unsupported(engine: EngineKind, capability: Capability): never {
  throw new BrokerError('unsupported', whyNot(engine, capability) ?? 'It is offered.', {
    field: 'workspace',
    limit: 'a workspace that offers this',
  });
}
