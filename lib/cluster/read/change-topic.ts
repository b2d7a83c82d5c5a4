import { BrokerError } from '../../model/errors';
import { type Reason, told } from '../../model/language/t';
import { requireWhole } from '../../model/check-number';
import { LIMITS } from '../../model/limits';
import { ANSWER, Refusal } from '../admin/call';
import { refuseSystemTopic } from '../admin/system-names';
import { PERMISSION, type TopicConfig } from '../admin/topic-config';
import { topicConfigs } from '../admin/topic-configs';
import { updateTopic } from '../admin/update-topic';
import type { Cluster } from '../cluster';
import { type BrokerAnswer, mapAnswers, requireAll } from '../topology/answers';
import { TOPIC_LIST } from './read-topics';
import type { ClusterTopicType, TopicOutcome } from './topic';
import { partOf, topicVersion } from './topic-part';
import { failedWords, notReadBack, notTried, otherSettings } from './write-words';

export interface TopicInput {
  readonly topic: string;
  /** Of each broker. */
  readonly queues: number;
  readonly messageType: ClusterTopicType;
}

export interface ChangeTopicInput extends TopicInput {
  /** Of what the operator saw; absent: whatever is there. */
  readonly version?: string | undefined;
}

/** On every master. @throws BrokerError already-exists, unavailable when a master is silent */
export async function createTopic(cluster: Cluster, input: TopicInput): Promise<TopicOutcome> {
  return write(cluster, input, false);
}

/**
 * The same queues and type on every master, also where the topic is missing. Never fewer queues: what lies in one would
 * be lost to its groups. Brokers take another type without a word: who asks warns.
 * @throws BrokerError topic-not-found, conflict, bad-request, unavailable
 */
export async function changeTopic(cluster: Cluster, input: ChangeTopicInput): Promise<TopicOutcome> {
  return write(cluster, input, true);
}

/** What a cluster takes for a topic. @throws BrokerError illegal-topic, bad-request */
export function checkClusterTopic({ topic, queues }: TopicInput): void {
  refuseSystemTopic(topic);
  requireWhole('queues', queues, 1, LIMITS.queuesPerTopic);
}

async function write(cluster: Cluster, input: ChangeTopicInput, exists: boolean): Promise<TopicOutcome> {
  checkClusterTopic(input);
  const { topic } = input;
  return cluster.alone(`topic ${topic}`, async () => {
    const parts = await readStored(cluster, topic);
    const found = parts.some(({ value }) => value !== null);
    if (found && !exists)
      throw new BrokerError('already-exists', told('Topic {name} already exists.', { name: topic }), {
        field: 'topic',
      });
    if (!found && exists)
      throw new BrokerError('topic-not-found', told('No broker has the topic {topic}.', { topic }), {
        field: 'topic',
        value: topic,
      });
    requireSeen(input, parts);
    refuseFewer(input, parts);
    return writeAll(cluster, input, parts);
  });
}

async function readStored(cluster: Cluster, topic: string): Promise<readonly BrokerAnswer<TopicConfig | null>[]> {
  const stored = requireAll(await cluster.askMasters(topicConfigs, undefined));
  return mapAnswers(stored, ({ topics }) => topics.find((one) => one.topic === topic) ?? null).parts;
}

function requireSeen({ topic, version }: ChangeTopicInput, parts: readonly BrokerAnswer<TopicConfig | null>[]): void {
  if (version === undefined || version === topicVersion(parts)) return;
  throw new BrokerError(
    'conflict',
    told(
      `{topic} has changed since this page was read: another client changed it, or a broker did not respond then.
      Reload the page.`,
      { topic },
    ),
    { field: 'version' },
  );
}

function refuseFewer({ topic, queues }: TopicInput, parts: readonly BrokerAnswer<TopicConfig | null>[]): void {
  for (const { broker, value } of parts) {
    const has = value === null ? 0 : Math.max(value.readQueues, value.writeQueues);
    if (has > queues)
      throw new BrokerError(
        'bad-request',
        told('{topic} has {has} queues on {broker}. It cannot have fewer, because their messages would be lost.', {
          topic,
          has,
          broker,
        }),
        { field: 'queues', limit: has, value: queues },
      );
  }
}

/** One broker after the other, and none after the first that fails; each is read back. */
async function writeAll(
  cluster: Cluster,
  { topic, queues, messageType }: TopicInput,
  parts: readonly BrokerAnswer<TopicConfig | null>[],
): Promise<TopicOutcome> {
  const brokers: TopicOutcome['brokers'][number][] = [];
  let failed: string | null = null;
  let changed = 0;
  for (const { broker, value: before } of parts) {
    const shown = before === null ? null : partOf(broker, before);
    if (failed !== null) {
      brokers.push({ broker, before: shown, after: shown, problem: notTried(failed) });
      continue;
    }
    const { after, problem } = await writeOne(cluster, broker, {
      ...{ topic, messageType, readQueues: queues, writeQueues: queues },
      permission: before?.permission ?? PERMISSION.read + PERMISSION.write,
      ...(before !== null && { kept: before.kept }),
    });
    brokers.push({ broker, before: shown, after: after === null ? null : partOf(broker, after), problem });
    if (problem === null) changed += 1;
    else failed = broker;
  }
  cluster.shared.forget(TOPIC_LIST);
  return { reached: failed === null ? 'all' : changed === 0 ? 'none' : 'some', brokers };
}

async function writeOne(
  cluster: Cluster,
  broker: string,
  input: Parameters<typeof updateTopic.ask>[0],
): Promise<{ readonly after: TopicConfig | null; readonly problem: Reason | null }> {
  let problem: Reason | null = null;
  try {
    await cluster.ask(broker, updateTopic, input);
  } catch (error) {
    // A refusal of ours, before a byte was sent.
    if (!(error instanceof BrokerError) || error.code !== 'unavailable') throw error;
    const isRefused = error.cause instanceof Refusal && error.cause.code !== ANSWER.busy;
    problem = failedWords(error, isRefused);
  }
  try {
    const { topics } = await cluster.ask(broker, topicConfigs, undefined);
    const after = topics.find(({ topic }) => topic === input.topic) ?? null;
    if (after !== null && has(after, input)) return { after, problem: null };
    return { after, problem: problem ?? otherSettings(broker) };
  } catch (error) {
    if (!(error instanceof BrokerError)) throw error;
    return { after: null, problem: notReadBack(problem, error) };
  }
}

function has(
  { readQueues, writeQueues, attributes }: TopicConfig,
  wanted: Parameters<typeof updateTopic.ask>[0],
): boolean {
  const type = attributes['message.type'] ?? 'UNSPECIFIED';
  return (
    readQueues === wanted.readQueues &&
    writeQueues === wanted.writeQueues &&
    (wanted.messageType === null || type === wanted.messageType)
  );
}
