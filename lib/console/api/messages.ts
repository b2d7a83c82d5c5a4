import 'server-only';
import { z } from 'zod';
import { type MessageTimeline, readTimeline } from '../../broker';
import { BrokerError } from '../../model/errors';
import { deliveryOrderSchema, retryPolicySchema } from '../group-schema';
import { defineRoute } from './route';
import { time } from './shapes';

const MAX_ID_CHARS = 255;

const eventShape = z.object({
  generation: z.int().describe('0 at first, one more per re-drive'),
  attempt: z.int(),
  state: z.string().describe('Ready, Inflight, WaitingRetry, Commit or DLQ'),
  cause: z.string(),
  client: z.string().nullable(),
  at: time,
  dueAt: time.nullable().describe('When it is due again, or the lease ends'),
  policyVersion: z.int().nullable(),
  redriveId: z.string().nullable(),
});

const failureShape = z.object({
  generation: z.int(),
  attempt: z.int(),
  errorType: z.string(),
  message: z.string(),
  stack: z.string().nullable(),
  reportedAt: time,
});

const groupStateShape = z.object({
  group: z.string(),
  state: z.string().describe('Ready, Inflight, WaitingRetry, Commit, DLQ, Blocked (waits behind the head of its key) or Filtered'),
  attempt: z.int().describe('Deliveries made, a running one included'),
  generation: z.int(),
  maxRetries: z.int(),
  deliveryOrder: deliveryOrderSchema,
  retryPolicy: retryPolicySchema,
  policyVersion: z.int(),
  client: z.string().nullable(),
  leaseEndsAt: time.nullable(),
  dueAt: time.nullable(),
  blockedBy: z.object({ messageId: z.string(), attempt: z.int(), since: time }).nullable(),
  timeline: z.array(eventShape).describe('Oldest first'),
  failures: z.array(failureShape),
  predicted: z.array(z.object({ attempt: z.int(), at: time, waitMs: z.number(), last: z.boolean() })).describe('Coming deliveries, if each fails as soon as it starts'),
  diesAt: time.nullable().describe('Dead then unless a delivery succeeds'),
});

const messageShape = z
  .object({
    messageId: z.string(),
    topic: z.string(),
    queue: z.int(),
    offset: z.int(),
    type: z.string(),
    tag: z.string().nullable(),
    messageGroup: z.string().nullable(),
    keys: z.array(z.string()),
    properties: z.record(z.string(), z.string()),
    bodyBytes: z.int(),
    bornAt: time,
    bornHost: z.string(),
    storedAt: time,
    asOf: time,
    groups: z.array(groupStateShape),
  })
  .meta({ id: 'Message' });

function toMessageShape({ messageId, message, groups }: MessageTimeline): z.input<typeof messageShape> {
  return {
    messageId,
    topic: message.topic,
    queue: message.queueNo,
    offset: message.off,
    type: message.messageType,
    tag: message.tag,
    messageGroup: message.messageGroup,
    keys: message.keys ?? [],
    properties: message.properties ?? {},
    bodyBytes: message.bodyBytes,
    bornAt: message.bornAt.toISOString(),
    bornHost: message.bornHost,
    storedAt: message.storedAt.toISOString(),
    asOf: message.asOf.toISOString(),
    groups: groups.map(toGroupStateShape),
  };
}

function toGroupStateShape(entry: MessageTimeline['groups'][number]): z.input<typeof groupStateShape> {
  return {
    group: entry.group,
    state: entry.state,
    attempt: entry.attempt,
    generation: entry.generation,
    maxRetries: entry.settings.maxRetries,
    deliveryOrder: entry.settings.deliveryOrder,
    retryPolicy: entry.settings.retryPolicy,
    policyVersion: entry.settings.version,
    client: entry.client,
    leaseEndsAt: entry.leaseEndsAt?.toISOString() ?? null,
    dueAt: entry.dueAt?.toISOString() ?? null,
    blockedBy:
      entry.blockedBy === null
        ? null
        : { messageId: entry.blockedBy.messageId, attempt: entry.blockedBy.attempt, since: entry.blockedBy.since.toISOString() },
    timeline: entry.events.map((event) => ({
      generation: event.generation,
      attempt: event.attempt,
      state: event.state,
      cause: event.cause,
      client: event.client,
      at: event.at.toISOString(),
      dueAt: event.dueAt?.toISOString() ?? null,
      policyVersion: event.policyVersion,
      redriveId: event.redriveId === null ? null : String(event.redriveId),
    })),
    failures: entry.failures.map(({ generation, attempt, errorType, message, stack, reportedAt }) => ({
      generation,
      attempt,
      errorType,
      message,
      stack,
      reportedAt: reportedAt.toISOString(),
    })),
    predicted: entry.prediction.deliveries.map((delivery) => ({ ...delivery, at: delivery.at.toISOString() })),
    diesAt: entry.prediction.diesAt?.toISOString() ?? null,
  };
}

export const getMessageRoute = defineRoute({
  method: 'get',
  path: '/messages/{id}',
  name: 'getMessage',
  summary: 'State per group, full timeline and coming deliveries of a message',
  tag: 'Messages',
  permission: 'message:read',
  params: z.strictObject({ id: z.string().min(1).max(MAX_ID_CHARS) }),
  query: z.strictObject({ topic: z.string().optional().describe('Which one, when several topics hold this id') }),
  answers: [{ status: 200, description: 'The message', schema: messageShape }],
  run: async ({ broker }, { params: { id }, query: { topic } }) => {
    const found = (await readTimeline(broker, { messageId: id })).filter(({ message }) => topic === undefined || message.topic === topic);
    const [first, ...others] = found;
    if (first === undefined) {
      throw new BrokerError('message-not-found', `There is no message ${id}${topic === undefined ? '' : ` in topic ${topic}`}, or it was stored longer ago than messages are kept.`, {
        field: 'id',
        value: id,
      });
    }
    if (others.length > 0) {
      const topics = found.map(({ message }) => message.topic).join(', ');
      throw new BrokerError('bad-request', `topic is needed: message ${id} is in ${topics}.`, { field: 'topic', limit: topics });
    }
    return { status: 200, body: toMessageShape(first) };
  },
});
