import { msg, t } from './language/t';
import { type Capability, isOffered } from './offers';
import type { EngineKind } from './workspace';

/** Why the engine that lacks it does, as pages, refusals and tools say it. */
const REASONS = {
  installation: msg('This belongs to the installation, not to one of its clusters.'),
  'make-group-equal': msg('This installation stores each group once, so there are no copies to make equal.'),
  'broker-topics': msg('This installation stores each topic once. Use the read topics.'),
  'topic-figures': msg('For topics of an attached cluster, use the read brokerTopics.'),
  'dead-letter-topic': msg('Dead letters of an attached cluster are a topic on its brokers. Use the read brokerTopic.'),
  'discard-letters': msg(
    'Dead letters of an attached cluster cannot be discarded: its log keeps them until their retention ends.',
  ),
  brokers: msg('This installation has no brokers behind it. It answers from its own store.'),
  'dead-letter-index': msg(
    'This installation stores its dead letters itself. There is no dead-letter topic to index or to open.',
  ),
  move: msg('A move goes to an attached cluster. Open the workspace of that cluster.'),
  'recall-redrive': msg('Messages that a re-drive sent to an attached cluster are in its log and cannot be recalled.'),
  'change-redrive': msg('Dead letters of an attached cluster are sent to their group unchanged.'),
  redirects: msg(
    'Dead letters of an attached cluster can go back to their group only. They cannot be redirected to a topic.',
  ),
  'live-delay': msg(
    'The brokers of an attached cluster do not report how long live messages wait, so this cannot pause a re-drive.',
  ),
  'redrive-files': msg(
    'The messages of re-drives of an attached cluster are shown on their pages. They cannot be downloaded.',
  ),
  'find-messages': msg(
    `Messages of an attached cluster are on its brokers. Use findMessages to list a topic, and messageCopies to find
      a message by its ID.`,
  ),
  'blocked-keys': msg('The brokers of an attached cluster know queues, not keys.'),
  transactions: msg('Half messages of an attached cluster are on its brokers. Only their producers can resolve them.'),
  failover: msg('Producers of an attached cluster switch to its other brokers. No failover endpoint can be set.'),
  'sampled-backlog': msg(
    'The backlog of a group in an attached cluster is on the page of the group, as reported by its brokers.',
  ),
  'recent-failures': msg('The brokers of an attached cluster do not report each failed delivery.'),
  'cause-history': msg(
    'Only the dead letters of a cause are known in an attached cluster: the brokers do not report earlier failures.',
  ),
  discard: msg('The log of an attached cluster keeps everything until its retention ends.'),
  retries: msg(
    `The brokers of an attached cluster deliver retries themselves. Use the read waitingRetries to list waiting
      messages.`,
  ),
  'last-attempts': msg('Brokers do not count waiting retries by attempt.'),
  'group-overview': msg('The brokers of an attached cluster do not count failures per minute.'),
  'policy-replay': msg(
    'The brokers of an attached cluster do not record each failed delivery, so a policy cannot be replayed.',
  ),
  'group-changes': msg('The brokers of an attached cluster do not report changes of a group.'),
  'group-clients': msg('For clients of an attached cluster, use the read brokerClients.'),
  'preview-reset': msg('For a preview of a reset in an attached cluster, use the read brokerReset.'),
} as const satisfies Readonly<Record<Capability, string>>;

/** @returns why it cannot be done there; null: it can */
export function whyNot(engine: EngineKind, capability: Capability | undefined): string | null {
  return capability === undefined || isOffered(engine, capability) ? null : t(REASONS[capability]);
}
