import { z } from 'zod';
import { findSetting } from '../../../broker';
import type { CopiesInBrokers } from '../../../engine';
import { idOfSegment } from '../../../model/message/message-id';
import { traceUrl } from '../../../model/message/trace-link';
import { TRACED_ENDS } from '../../../model/cluster/traced-end';
import { operation } from '../../http/operation';
import { ID_IN_PATH, silent, time } from '../../schemas/shapes';
import { asScheduled, scheduledAtBroker } from './timers';

const common = { needs: 'brokers', permission: 'message:read', subject: 'system', effect: 'read' } as const;
const topic = z.string().min(1).max(200).optional();
const asked = z.strictObject({
  id: z.string().min(1).max(255),
  topic: topic.describe('Topic; omit to look it up in the list of dead letters'),
  by: z
    .enum(['uniqueId', 'key'])
    .default('uniqueId')
    .describe('Whether `id` is the ID of the message or one of its keys'),
});

export const getMessageCopies = operation({
  ...common,
  name: 'getMessageCopies',
  summary: 'Copies of a message at every broker: the original, its retries and its dead letters; searches their disks',
  input: asked.extend({ id: asked.shape.id.transform(idOfSegment).describe(ID_IN_PATH) }),
  output: z.object({
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
    scheduled: z.array(scheduledAtBroker).describe('Where it is or was scheduled; empty when searched by key'),
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
  http: { method: 'get', path: '/messages/{id}/copies', tag: 'Messages', answer: 'In the order of their times' },
  run: async ({ engine }, of) => {
    const { copies: items, traces, scheduled, ...found } = await engine.brokers.copies(of);
    return { ...found, items, scheduled: scheduled.map(asScheduled), traces: traces && tracesOf(traces) };
  },
});

function tracesOf({ topics, items }: NonNullable<CopiesInBrokers['traces']>) {
  return {
    topics,
    items: items.map((traced) => {
      const { kind, group, client, atMs } = traced;
      const end = kind === 'sent' ? { ...traced, code: null } : traced.end;
      return {
        ...{ kind, group, client, at: new Date(atMs), tookMs: end?.tookMs ?? null },
        attempt: kind === 'sent' ? null : traced.attempt,
        outcome: end?.isSuccess === true ? 'SUCCESS' : (end?.code ?? null),
      };
    }),
  };
}

/** Read when it is asked for. */
export const messageCopiesPage = operation({
  ...common,
  name: 'messageCopies',
  summary: 'Where a message lies at every broker, with what 4.x clients traced of it',
  input: asked,
  run: ({ engine }, of) => engine.brokers.copies(of),
});

export const clusterMessagesPage = operation({
  ...common,
  name: 'clusterMessages',
  summary: 'Messages of a cluster by id, by one key or by the id of their trace',
  input: z.strictObject({ q: z.string().trim().min(1).max(255), topic }),
  run: async ({ engine, broker }, of) => {
    const [found, link] = await Promise.all([engine.brokers.find(of), findSetting(broker, 'trace-link')]);
    return { ...found, traceUrl: found.traceId === null ? null : traceUrl(link.value, found.traceId) };
  },
});
