import { z } from 'zod';
import type { BrokerTopic } from '../../../engine';
import { topicNotFound } from '../../../model/not-found';
import { operation } from '../../http/operation';
import { groupInput } from '../../schemas/group-input';
import { topicInput as input } from '../../schemas/topic';

const common = {
  permission: 'topic:read',
  subject: { topic: ({ topic }: { readonly topic: string }) => topic },
  effect: 'read',
  needs: 'topic-figures',
} as const;

export const topicsPage = operation({
  ...{ ...common, subject: 'listed' },
  name: 'topics',
  summary: 'Topics with what is in them and who reads them',
  input: z.object({}),
  run: ({ engine }) => engine.topics.figures(),
});

export const topicPage = operation({
  ...common,
  name: 'topic',
  summary: 'One topic: what is in it, which clients send to it, which groups consume it',
  input,
  run: async ({ engine }, { topic: name }) => {
    const topic = await engine.topics.find(name);
    if (topic === null) throw topicNotFound(name);
    return topic;
  },
});

export const classicPlace = operation({
  ...common,
  name: 'classicPlace',
  summary: "Where a topic name of Apache RocketMQ's own leads",
  input,
  run: ({ engine }, { topic }) => engine.topics.classic(topic),
});

export const topicProducers = operation({
  ...common,
  name: 'topicProducers',
  summary: 'Who sent the newest messages of a topic, on any node',
  input,
  run: ({ engine }, { topic }) => engine.topics.producers(topic),
});

export const liteTopicsPage = operation({
  ...common,
  name: 'liteTopics',
  summary: 'Lite topics of a topic of type LITE: their newest message, who receives them and what waits',
  input: input.extend({ find: z.string().trim().max(64).optional(), cursor: z.string().max(64).optional() }),
  run: async ({ engine }, asked) => ({ ...(await engine.topics.liteTopics(asked)), topic: asked.topic }),
});

export const deadLetterTopic = operation({
  permission: 'dead-letter:read',
  subject: { group: ({ group }) => group },
  effect: 'read',
  needs: 'dead-letter-topic',
  name: 'deadLetterTopic',
  summary: 'Who consumes the dead letters of a group as a topic',
  input: groupInput,
  run: ({ engine }, { group }) => engine.topics.deadLettersOf(group),
});

export const brokerTopicsPage = operation({
  ...{ ...common, subject: 'system', needs: 'broker-topics' },
  name: 'brokerTopics',
  summary: 'Topics as each broker has them',
  input: z.object({}),
  run: async ({ engine }) => {
    const page = await engine.topics.copies();
    return { ...page, topics: page.topics.map(listedTopic) };
  },
});

/** Mostly all brokers have the same of a topic: with thousands of topics and ten brokers, it is said once. */
function listedTopic({
  name,
  parts,
  differs,
  missingOn,
}: Pick<BrokerTopic, 'name' | 'parts' | 'differs' | 'missingOn'>) {
  return { name, differs, missingOn, brokers: parts.length, parts: differs ? parts : parts.slice(0, 1) };
}

export const brokerTopicPage = operation({
  ...{ ...common, subject: 'system', needs: 'broker-topics' },
  name: 'brokerTopic',
  summary: 'One topic as each broker has it, and who reads it',
  input,
  run: ({ engine }, { topic }) => engine.topics.copiesOf(topic),
});
