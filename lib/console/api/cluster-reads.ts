import 'server-only';
import { z } from 'zod';
import { readGroup, readWaitingRetries } from '../../cluster';
import { idOfSegment } from '../../model/message-id';
import { mapReading } from '../../model/reading';
import { defineRoute } from '../http/define-route';
import { TRACED_ENDS } from '../../model/traced-end';
import { copiesInput, readCopies, type TracesView } from '../reads/message-copies';
import { ID_IN_PATH, readingShape, silent, time, toReadingShape } from '../schemas/shapes';

export const clusterGroupParams = z.strictObject({ group: z.string().min(1).max(200) });

export const getGroupLagRoute = defineRoute({
  method: 'get',
  path: '/groups/{group}/lag',
  name: 'getGroupLag',
  summary: 'What waits for a group, by topic, queue and broker, with its retries and the oldest of it',
  tag: 'Groups',
  permission: 'group:read',
  subject: 'system',
  params: clusterGroupParams,
  answers: [
    {
      status: 200,
      description: 'As of now',
      schema: z.object({
        ...{ asOf: time, notDelivered: readingShape, inFlight: readingShape },
        dueRetries: readingShape.describe('Due, and not handed out yet'),
        deadLetters: readingShape.describe('In the dead-letter topic, within the retention of the brokers'),
        oldest: readingShape.extend({
          value: z
            .object({ topic: z.string(), broker: z.string(), queueNo: z.int(), storedAt: time })
            .nullable()
            .describe('null of a known reading: nothing waits'),
        }),
        topics: z.array(
          z.object({
            ...{ topic: z.string(), role: z.enum(['topic', 'retry']) },
            ...{ notDelivered: readingShape, inFlight: readingShape },
            queues: z.array(
              z.object({
                ...{ broker: z.string(), queueNo: z.int(), endOffset: z.int() },
                offset: readingShape.describe('Handed out for 5.x clients, settled for 4.x ones'),
                ...{ notDelivered: readingShape, inFlight: readingShape, lastConsumedAt: time.nullable() },
              }),
            ),
          }),
        ),
        still: z
          .array(z.object({ topic: z.string(), broker: z.string(), queueNo: z.int(), since: time }))
          .describe('Queues with messages to deliver whose position has not moved, since this console has looked'),
        silent,
      }),
    },
  ],
  runInCluster: async ({ engine }, { params }) => {
    const { lag, oldest, still } = await engine.groups.read(await readGroup(engine.cluster, params.group));
    const { asOf, topics, notDelivered, inFlight, dueRetries, deadLetters } = lag;
    return {
      status: 200,
      body: {
        ...{ asOf, silent: [...lag.silent], oldest: toReadingShape(oldest), still: [...still] },
        ...{ notDelivered: toReadingShape(notDelivered), inFlight: toReadingShape(inFlight) },
        ...{ dueRetries: toReadingShape(dueRetries), deadLetters: toReadingShape(deadLetters) },
        topics: topics.map((topic) => ({
          ...topic,
          ...{ notDelivered: toReadingShape(topic.notDelivered), inFlight: toReadingShape(topic.inFlight) },
          queues: topic.queues.map((queue) => ({
            ...{ ...queue, offset: toReadingShape(queue.offset), inFlight: toReadingShape(queue.inFlight) },
            notDelivered: toReadingShape(queue.notDelivered),
          })),
        })),
      },
    };
  },
});

export const getWaitingRetriesRoute = defineRoute({
  method: 'get',
  path: '/groups/{group}/waiting',
  name: 'getWaitingRetries',
  summary: 'What of a group waits for its next delivery at the brokers, and until when; costs them many reads',
  tag: 'Groups',
  permission: 'group:read',
  subject: 'system',
  params: clusterGroupParams,
  answers: [
    {
      status: 200,
      description: 'The soonest 200',
      schema: z.object({
        ...{ asOf: time, waits: readingShape.describe('For their time, of 4.x clients'), due: readingShape },
        held: readingShape.describe('With 5.x clients, or backing off'),
        items: z.array(
          z.object({
            ...{ broker: z.string(), topic: z.string().nullable().describe('null: not noted'), messageId: z.string() },
            ...{ keys: z.array(z.string()), tag: z.string().nullable() },
            state: z
              .enum(['waits', 'due', 'held'])
              .describe('held: with a client or backing off until dueAt at the latest; brokers write both down alike'),
            ...{ dueAt: time, failed: z.int().describe('Deliveries that failed, as the broker counts') },
            limit: z
              .enum(['group', 'client'])
              .describe('Whose max retries end it: the group’s, or that of the 4.x client that sends it back'),
          }),
        ),
        attempts: readingShape
          .extend({
            value: z
              .array(
                z.object({
                  attempt: z.int().describe('Deliveries so far'),
                  ...{
                    leased: z.boolean().describe('With a client, or backing off'),
                    messages: z.int(),
                    firstAt: time,
                  },
                }),
              )
              .nullable(),
          })
          .describe('How far those have come that the limit of the group ends: over it they are not delivered again'),
        notTold: z.array(z.string()).describe('What brokers do not tell of this group, in sentences'),
        silent,
      }),
    },
  ],
  runInCluster: async ({ engine }, { params }) => {
    const { items, waits, due, held, attempts, ...found } = await readWaitingRetries(engine.cluster, params.group);
    return {
      status: 200,
      body: {
        ...{ asOf: found.asOf, notTold: [...found.notTold], silent: [...found.silent] },
        ...{ waits: toReadingShape(waits), due: toReadingShape(due), held: toReadingShape(held) },
        items: items.map((item) => ({ ...item, keys: [...item.keys] })),
        attempts: toReadingShape(mapReading(attempts, (buckets) => [...buckets])),
      },
    };
  },
});

export const getMessageCopiesRoute = defineRoute({
  method: 'get',
  path: '/messages/{id}/copies',
  name: 'getMessageCopies',
  summary: 'Where a message lies at every broker: as it was sent, its retries and its deaths; searches their disks',
  tag: 'Messages',
  permission: 'message:read',
  subject: 'system',
  params: z.strictObject({ id: copiesInput.shape.id.transform(idOfSegment).describe(ID_IN_PATH) }),
  query: copiesInput.omit({ id: true }).extend({
    topic: copiesInput.shape.topic.describe('Left out: as the list of dead letters knows it'),
    by: copiesInput.shape.by.describe('What id is: the id of the message, or one of its keys'),
  }),
  answers: [
    {
      status: 200,
      description: 'In the order of their times',
      schema: z.object({
        topic: z.string().nullable().describe('null: not known and not given, so that nothing was searched'),
        items: z.array(
          z.object({
            ...{ broker: z.string(), topic: z.string(), queueNo: z.int(), offset: z.int(), storedAt: time },
            role: z.enum(['sent', 'retry', 'dead']).describe('retry: due for the group since it was stored'),
            group: z.string().nullable().describe('null: of no group alone'),
            ...{ messageId: z.string(), tag: z.string().nullable(), keys: z.array(z.string()), bodyBytes: z.int() },
            reconsumeTimes: z.int().describe('As the broker counts failed deliveries'),
            firstDeliveredAt: time.nullable().describe('null: not noted'),
          }),
        ),
        groups: z.array(z.string()).describe('Whose retry and dead-letter topics were searched'),
        left: z.int().describe('Groups of the topic that were not searched'),
        full: z
          .array(z.object({ broker: z.string(), topic: z.string() }))
          .describe('Where a broker gave as many as it ever does for one search: 64 by key, 32 by id, the newest'),
        answered: z.int().describe('Brokers'),
        silent,
        traces: z
          .object({
            topics: z.array(z.string()).describe('Where the brokers keep traces; empty: none of them does'),
            items: z.array(
              z.object({
                kind: z.enum(['sent', 'delivered']),
                group: z.string().describe('Of the producer, or of the consumer'),
                ...{ client: z.string().describe('Its address'), at: time },
                attempt: z.int().nullable().describe('Of a delivery, 1 is the first; null: not known'),
                tookMs: z.int().nullable().describe('null: no end was traced'),
                outcome: z
                  .enum(['SUCCESS', ...Object.keys(TRACED_ENDS)])
                  .nullable()
                  .describe('null: no end was traced, or the client does not say how it failed'),
              }),
            ),
          })
          .nullable()
          .describe('What 4.x clients traced of it, in the order of time; null: not searched, without its id'),
      }),
    },
  ],
  runInCluster: async (ctx, { params, query }) => {
    const { copies, groups, full, silent: away, traces, ...found } = await readCopies(ctx, { ...query, ...params });
    const items = copies.map((copy) => ({ ...copy, keys: [...copy.keys] }));
    const lists = { items, groups: [...groups], full: [...full], silent: [...away] };
    return { status: 200, body: { ...found, ...lists, traces: traces && toTracesShape(traces) } };
  },
});

function toTracesShape({ topics, items }: TracesView) {
  return {
    topics: [...topics],
    items: items.map((traced) => {
      const { kind, group, client, atMs } = traced;
      const end = kind === 'sent' ? { ...traced, code: null } : traced.end;
      return {
        ...{ kind, group, client, at: new Date(atMs).toISOString(), tookMs: end?.tookMs ?? null },
        attempt: kind === 'sent' ? null : traced.attempt,
        outcome: end?.isSuccess === true ? 'SUCCESS' : (end?.code ?? null),
      };
    }),
  };
}
