import type { BrokerContext } from '../../../broker';
import {
  changeTopic,
  checkClusterTopic,
  createTopic,
  readTopic,
  type TopicInput,
  type TopicOutcome,
} from '../../../cluster';
import type { Actor } from '../../../model/audit/actor';
import { isBrokerError } from '../../../model/errors';
import { appendAudit } from '../../../store/queries/audit/audit-append';
import type { ClusterEngine } from '../clusters/directory';
import { requireChanges } from '../groups/write';
import { requireReached } from '../partly';
import { told } from '../../../model/language/t';

interface ByOperator {
  readonly actor: Actor;
  readonly reason?: string | undefined;
}

/** On all masters. @throws BrokerError forbidden, bad-request, illegal-topic, already-exists, unavailable */
export async function createClusterTopic(
  ctx: BrokerContext,
  engine: ClusterEngine,
  { actor, reason, ...topic }: TopicInput & ByOperator,
): Promise<TopicOutcome> {
  requireChanges(engine);
  checkClusterTopic(topic);
  const write = { topic: topic.topic, action: 'topic.create', actor, reason, before: null, after: settingsOf(topic) };
  return await writeTopic(ctx, engine, { ...write, send: () => createTopic(engine.cluster, topic) });
}

/**
 * Queues and type on all masters, also where the topic is missing.
 * @throws BrokerError forbidden, bad-request, conflict, topic-not-found, unavailable
 */
export async function updateClusterTopic(
  ctx: BrokerContext,
  engine: ClusterEngine,
  { actor, reason, version, ...topic }: TopicInput & ByOperator & { readonly version: string },
): Promise<TopicOutcome> {
  requireChanges(engine);
  checkClusterTopic(topic);
  const { parts } = await readTopic(engine.cluster, topic.topic);
  const before = Object.fromEntries(
    parts.map(({ broker, writeQueues, messageType }) => [broker, { queues: writeQueues, messageType }]),
  );
  const write = { topic: topic.topic, action: 'topic.update', actor, reason, before, after: settingsOf(topic) };
  return await writeTopic(ctx, engine, { ...write, send: () => changeTopic(engine.cluster, { ...topic, version }) });
}

interface TopicWrite extends ByOperator {
  readonly topic: string;
  readonly action: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly send: () => Promise<TopicOutcome>;
}

/** On record before the first byte is sent, as a change of a group is. */
async function writeTopic(ctx: BrokerContext, engine: ClusterEngine, write: TopicWrite): Promise<TopicOutcome> {
  const { topic, action, actor, reason, before, after, send } = write;
  const entry = { actor, action, target: topic, workspace: engine.name, reason };
  await appendAudit(ctx.store.console, { ...entry, before, after });
  const outcome = await send().catch(async (error: unknown) => {
    const refused = { refused: isBrokerError(error) ? error.message : 'internal' };
    await appendAudit(ctx.store.console, { ...entry, action: `${action}-refused`, after: refused });
    throw error;
  });
  ctx.changes.emit({ kind: 'topic' });
  await requireReached(ctx, entry, outcome, told('Save again when all brokers respond.'));
  return outcome;
}

function settingsOf({ queues, messageType }: TopicInput): object {
  return { queues, messageType };
}
