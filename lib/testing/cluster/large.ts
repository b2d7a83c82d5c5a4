import type { Command } from '../../cluster/wire/command';
import { type AttachedFake, startAttachedFake } from './attached';
import type { FakeAnswer } from './fake-peer';

export interface Size {
  readonly brokers: number;
  readonly topics: number;
  readonly groups: number;
}

const QUEUES = 4;

/** A cluster with many names: each group reads one topic, which each broker has, and is behind in it. */
export async function startLarge({ brokers, topics, groups }: Size): Promise<AttachedFake> {
  const fake = await startAttachedFake(Array.from({ length: brokers }, (_, n) => `broker-${n}`));
  for (const broker of fake.brokers.values()) {
    for (let n = 0; n < topics; n += 1) broker.addTopic(topicOf(n, topics), QUEUES);
    for (let n = 0; n < groups; n += 1) broker.addGroup(groupOf(n));
    // As fast as a real one: the fake's own look through all offsets would be most of what is measured.
    broker.peer.behave = (question) => positionsOf(broker.name, question, topics);
  }
  return fake;
}

export function groupOf(n: number): string {
  return `group-${String(n).padStart(4, '0')}`;
}

function topicOf(n: number, topics: number): string {
  return `topic-${n % topics}`;
}

function positionsOf(brokerName: string, { code, fields }: Command, topics: number): FakeAnswer | null {
  if (code !== 208) return null;
  const topic = topicOf(Number(/\d+$/.exec(fields.consumerGroup ?? '')?.[0] ?? 0), topics);
  const rows = Array.from({ length: QUEUES }, (_, queueId) => {
    const position = { brokerOffset: 0, consumerOffset: 0, lastTimestamp: 0, pullOffset: 0 };
    return `${JSON.stringify({ brokerName, queueId, topic })}:${JSON.stringify(position)}`;
  });
  return { body: `{"consumeTps":0.0,"offsetTable":{${rows.join(',')}}}` };
}
