import { z } from 'zod';
import { findGroupBacklog, findTopicBacklog, type GroupRateView, type PartView, type RateView } from '../../../engine';
import type { Drain } from '../../../model/backlog/drain';
import { type Reading, valueOrNull } from '../../../model/reading';
import { operation } from '../../http/operation';
import { groupInput } from '../../schemas/group-input';
import { readingShape, time, toReadingShape } from '../../schemas/shapes';
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
    in: readingShape.describe('Per second; re-drives included'),
    out: readingShape.describe('Per second: what left it for good'),
  })
  .meta({ id: 'Rate' });
const groupRateShape = rateShape
  .extend({
    retried: readingShape.describe('Per second: deliveries that were not the first of their message'),
    died: readingShape.describe('Per second: messages that became dead letters'),
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
    behind: readingShape.describe('Stored and not delivered'),
    inFlight: readingShape,
    waiting: readingShape.describe('Failed, due ones included'),
    oldestAt: time.nullable(),
    rates: z.array(rateShape),
    drain: drainShape,
  })
  .meta({ id: 'BacklogPart' });
const groupShape = z
  .object({
    total: readingShape.describe('Ready, in flight and waiting'),
    ready: readingShape,
    inFlight: readingShape,
    waiting: readingShape,
    oldestReadyAt: time.nullable(),
    rates: z.array(groupRateShape),
    drain: drainShape.describe('Includes what running re-drives will put back'),
    redrive: z
      .object({ messages: z.int(), ratePerSecond: z.int().nullable() })
      .nullable()
      .describe('What running re-drives have still to put back'),
    pausedRedriveMessages: z.int(),
    retryAmplification: readingShape.describe('Deliveries per message, last 5 minutes'),
    topics: z.array(partShape),
    queues: z.array(partShape),
  })
  .meta({ id: 'GroupBacklog' });
const topicShape = z
  .object({
    inflow: z.array(z.object({ minutes: z.int(), in: readingShape })),
    groups: z.array(partShape),
    queues: z.array(partShape),
  })
  .meta({ id: 'TopicBacklog' });

export const getGroupBacklog = operation({
  ...ofGroup,
  name: 'getGroupBacklog',
  summary: 'What a group has to do, per topic and queue: count, age, rates and time to drain, sampled every 10 s',
  input: z.strictObject({ group: z.string() }),
  output: groupShape,
  http: { method: 'get', path: '/groups/{group}/backlog', tag: 'Groups', answer: 'The backlog' },
  run: async ({ kept }, { group }) => {
    const { total, ready, inFlight, waiting, oldestReadyAt, rates, drain, redrive, paused, amplification, ...parts } =
      await findGroupBacklog(kept, group);
    return {
      ...shapesOf({ total, ready, inFlight, waiting, retryAmplification: amplification }),
      oldestReadyAt: valueOrNull(oldestReadyAt),
      rates: rates.map(toGroupRateShape),
      drain: toDrainShape(drain),
      ...{ redrive, pausedRedriveMessages: paused },
      topics: parts.topics.map(toPartShape),
      queues: parts.queues.map(toPartShape),
    };
  },
});

export const getTopicBacklog = operation({
  ...ofTopic,
  name: 'getTopicBacklog',
  summary: 'What each group has not taken of a topic, per queue, with rates and time to drain',
  input: z.strictObject({ topic: z.string() }),
  output: topicShape,
  http: { method: 'get', path: '/topics/{topic}/backlog', tag: 'Topics', answer: 'The backlog' },
  run: async ({ kept }, { topic }) => {
    const { inflow, groups, queues } = await findTopicBacklog(kept, topic);
    return {
      inflow: inflow.map(({ minutes, in: rate }) => ({ minutes, in: toReadingShape(rate) })),
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

function shapesOf<Name extends string>(readings: Readonly<Record<Name, Reading<number>>>) {
  const entries = Object.entries<Reading<number>>(readings).map(([name, reading]) => [name, toReadingShape(reading)]);
  return Object.fromEntries(entries) as Readonly<Record<Name, ReturnType<typeof toReadingShape<number>>>>;
}

function toRateShape({ minutes, ...rates }: RateView) {
  return { minutes, ...shapesOf(rates) };
}

function toGroupRateShape({ minutes, ...rates }: GroupRateView) {
  return { minutes, ...shapesOf(rates) };
}

function toDrainShape(drain: Reading<Drain>) {
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

function toPartShape({ behind, inFlight, waiting, queueNo, rates, drain, ...part }: PartView) {
  return {
    ...{ ...part, ...shapesOf({ behind, inFlight, waiting }), queue: queueNo },
    ...{ rates: rates.map(toRateShape), drain: toDrainShape(drain) },
  };
}
