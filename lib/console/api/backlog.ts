import 'server-only';
import { z } from 'zod';
import type { Drain } from '../../model/backlog/drain';
import type { Reading } from '../../model/reading';
import { findGroupBacklog, findTopicBacklog, type PartView, type RateView } from '../../engine';
import { historyInput, ofHistory, readHistory } from '../reads/history';
import { defineRoute } from '../http/define-route';
import { readingShape, time, toReadingShape } from '../schemas/shapes';

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

export const getGroupBacklogRoute = defineRoute({
  method: 'get',
  path: '/groups/{group}/backlog',
  name: 'getGroupBacklog',
  summary: 'What a group has to do, per topic and queue: count, age, rates and time to drain, sampled every 10 s',
  tag: 'Groups',
  permission: 'group:read',
  subject: { group: ({ params }) => params.group },
  params: z.strictObject({ group: z.string() }),
  answers: [{ status: 200, description: 'The backlog', schema: groupShape }],
  run: async (ctx, { params: { group } }) => {
    const { total, ready, inFlight, waiting, oldestReadyAt, rates, drain, redrive, paused, amplification, ...parts } =
      await findGroupBacklog(ctx.broker, group);
    return {
      status: 200,
      body: {
        total: toReadingShape(total),
        ready: toReadingShape(ready),
        inFlight: toReadingShape(inFlight),
        waiting: toReadingShape(waiting),
        oldestReadyAt: oldestReadyAt.kind === 'unknown' ? null : oldestReadyAt.value,
        rates: rates.map((rate) => ({
          ...toRateShape(rate),
          retried: toReadingShape(rate.retried),
          died: toReadingShape(rate.died),
        })),
        drain: toDrainShape(drain),
        redrive,
        pausedRedriveMessages: paused,
        retryAmplification: toReadingShape(amplification),
        topics: parts.topics.map(toPartShape),
        queues: parts.queues.map(toPartShape),
      } satisfies z.input<typeof groupShape>,
    };
  },
});

export const getTopicBacklogRoute = defineRoute({
  method: 'get',
  path: '/topics/{topic}/backlog',
  name: 'getTopicBacklog',
  summary: 'What each group has not taken of a topic, per queue, with rates and time to drain',
  tag: 'Topics',
  permission: 'topic:read',
  subject: { topic: ({ params }) => params.topic },
  params: z.strictObject({ topic: z.string() }),
  answers: [{ status: 200, description: 'The backlog', schema: topicShape }],
  run: async (ctx, { params: { topic } }) => {
    const { inflow, groups, queues } = await findTopicBacklog(ctx.broker, topic);
    return {
      status: 200,
      body: {
        inflow: inflow.map(({ minutes, in: rate }) => ({ minutes, in: toReadingShape(rate) })),
        groups: groups.map(toPartShape),
        queues: queues.map(toPartShape),
      } satisfies z.input<typeof topicShape>,
    };
  },
});

const historyShape = z
  .object({
    from: time,
    to: time,
    since: time.nullable().describe('When the group or topic was made: nothing is known before it'),
    stepSeconds: z.int(),
    points: z.array(z.object({ at: time, values: z.record(z.string(), z.number().nullable()) })),
  })
  .meta({ id: 'History' });

export const getHistoryRoute = defineRoute({
  method: 'get',
  path: '/history',
  name: 'getHistory',
  summary: 'Figures over time: 10 s for a day, 1 min for a fortnight. A point that is missing is unknown, not 0',
  tag: 'History',
  permission: 'group:read',
  subject: { names: ({ query }) => ofHistory(query) },
  query: historyInput,
  answers: [{ status: 200, description: 'Points, oldest first', schema: historyShape }],
  run: async (ctx, { query }) => ({ status: 200, body: await readHistory(ctx, query) }),
});

function toRateShape({ minutes, in: inRate, out }: RateView): z.input<typeof rateShape> {
  return { minutes, in: toReadingShape(inRate), out: toReadingShape(out) };
}

function toDrainShape(drain: Reading<Drain>): z.input<typeof drainShape> {
  if (drain.kind === 'unknown') return { kind: 'unknown', seconds: null, perSecond: null, reason: drain.reason };
  const { value } = drain;
  return {
    kind: value.kind,
    seconds: value.kind === 'drains' ? value.ms / 1000 : null,
    perSecond: value.kind === 'drains' || value.kind === 'growing' ? value.perSecond : null,
    reason: null,
  };
}

function toPartShape(part: PartView): z.input<typeof partShape> {
  return {
    group: part.group,
    topic: part.topic,
    queue: part.queueNo,
    behind: toReadingShape(part.behind),
    inFlight: toReadingShape(part.inFlight),
    waiting: toReadingShape(part.waiting),
    oldestAt: part.oldestAt,
    rates: part.rates.map(toRateShape),
    drain: toDrainShape(part.drain),
  };
}
