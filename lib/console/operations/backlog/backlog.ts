import { z } from 'zod';
import { findGroupBacklog, findTopicBacklog, type PartView } from '../../../engine';
import type { Drain } from '../../../model/backlog/drain';
import { type ToldReading, valueOrNull } from '../../../model/reading';
import { operation } from '../../http/operation';
import { groupInput } from '../../schemas/group-input';
import { reading, time } from '../../schemas/shapes';
import { topicInput } from '../../schemas/topic';

const common = { effect: 'read', needs: 'sampled-backlog' } as const;
const ofGroup = {
  ...common,
  permission: 'group:read',
  subject: { group: ({ group }: { readonly group: string }) => group },
} as const;
const ofTopic = {
  ...common,
  permission: 'topic:read',
  subject: { topic: ({ topic }: { readonly topic: string }) => topic },
} as const;

const rateShape = z
  .object({
    minutes: z.int().describe('The window: 1, 5 or 15 minutes'),
    in: reading.describe('Per second; re-drives included'),
    out: reading.describe('Per second: what left it for good'),
  })
  .meta({ id: 'Rate' });
const groupRateShape = rateShape
  .extend({
    retried: reading.describe('Per second: deliveries that were not the first of their message'),
    died: reading.describe('Per second: messages that became dead letters'),
  })
  .meta({ id: 'GroupRate' });
const drainShape = z
  .object({
    kind: z
      .enum(['empty', 'drains', 'growing', 'never', 'unknown'])
      .describe('growing: more comes than leaves; never: not at this rate'),
    seconds: z.number().nullable().describe('drains: an estimate, at the rates of the last minute'),
    perSecond: z.number().nullable().describe('How fast it shrinks (drains) or grows (growing)'),
    reason: z.string().nullable().describe('unknown: why'),
  })
  .meta({ id: 'Drain' });
const partShape = z
  .object({
    group: z.string(),
    topic: z.string(),
    queue: z.int().nullable().describe('null: all queues'),
    behind: reading.describe('Stored and not delivered'),
    inFlight: reading,
    waiting: reading.describe('Failed, due ones included'),
    oldestAt: time.nullable(),
    rates: z.array(rateShape),
    drain: drainShape,
  })
  .meta({ id: 'BacklogPart' });
const groupShape = z
  .object({
    total: reading.describe('Ready, in flight and waiting'),
    ready: reading,
    inFlight: reading,
    waiting: reading,
    oldestReadyAt: time.nullable(),
    rates: z.array(groupRateShape),
    drain: drainShape.describe('Includes what running re-drives will put back'),
    redrive: z
      .object({ messages: z.int(), ratePerSecond: z.int().nullable() })
      .nullable()
      .describe('What running re-drives have still to put back'),
    pausedRedriveMessages: z.int(),
    retryAmplification: reading.describe('Deliveries per message, last 5 minutes'),
    topics: z.array(partShape),
    queues: z.array(partShape),
  })
  .meta({ id: 'GroupBacklog' });
const topicShape = z
  .object({
    inflow: z.array(z.object({ minutes: z.int(), in: reading })),
    groups: z.array(partShape),
    queues: z.array(partShape),
  })
  .meta({ id: 'TopicBacklog' });

export const getGroupBacklog = operation({
  ...ofGroup,
  name: 'getGroupBacklog',
  summary: 'Backlog of a group per topic and queue: count, age, rates and time to drain, sampled every 10 s',
  input: z.strictObject({ group: z.string() }),
  output: groupShape,
  http: { method: 'get', path: '/groups/{group}/backlog', tag: 'Groups', answer: 'The backlog' },
  run: async ({ kept }, { group }) => {
    const { oldestReadyAt, drain, paused, amplification, topics, queues, ...rest } = await findGroupBacklog(
      kept,
      group,
    );
    return {
      ...{ ...rest, retryAmplification: amplification, pausedRedriveMessages: paused },
      oldestReadyAt: valueOrNull(oldestReadyAt),
      drain: toDrainShape(drain),
      topics: topics.map(toPartShape),
      queues: queues.map(toPartShape),
    };
  },
});

export const getTopicBacklog = operation({
  ...ofTopic,
  name: 'getTopicBacklog',
  summary: 'Backlog of each group on a topic, per queue, with rates and time to drain',
  input: z.strictObject({ topic: z.string() }),
  output: topicShape,
  http: { method: 'get', path: '/topics/{topic}/backlog', tag: 'Topics', answer: 'The backlog' },
  run: async ({ kept }, { topic }) => {
    const { inflow, groups, queues } = await findTopicBacklog(kept, topic);
    return {
      inflow,
      groups: groups.map(toPartShape),
      queues: queues.map(toPartShape),
    };
  },
});

export const groupBacklogPage = operation({
  ...ofGroup,
  name: 'groupBacklog',
  summary: 'The backlog of a group, as its page shows it',
  input: groupInput,
  run: ({ kept }, { group }) => findGroupBacklog(kept, group),
});

export const topicBacklogPage = operation({
  ...ofTopic,
  name: 'topicBacklog',
  summary: 'What groups have not taken of a topic, as its page shows it',
  input: topicInput,
  run: ({ kept }, { topic }) => findTopicBacklog(kept, topic),
});

function toDrainShape(drain: ToldReading<Drain>) {
  if (drain.kind === 'unknown')
    return { kind: 'unknown' as const, seconds: null, perSecond: null, reason: drain.reason };
  const { value } = drain;
  return {
    kind: value.kind,
    seconds: value.kind === 'drains' ? value.ms / 1000 : null,
    perSecond: value.kind === 'drains' || value.kind === 'growing' ? value.perSecond : null,
    reason: null,
  };
}

function toPartShape({ queueNo, drain, ...part }: PartView) {
  return { ...part, queue: queueNo, drain: toDrainShape(drain) };
}
