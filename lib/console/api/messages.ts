import 'server-only';
import { z } from 'zod';
import {
  type BrokerContext,
  findMessage,
  findScheduled,
  findTransactions,
  type HalfMessage,
  type MessagePlace,
  type MessageTimeline,
  type ScheduledMessage,
  timelinesOf,
} from '../../broker';
import { deliveryTimeOf } from '../../model/delivery-time';
import { userProperties } from '../../model/message';
import { idOfSegment } from '../../model/message-id';
import { BrokerError } from '../../model/errors';
import { shown } from '../../model/not-found';
import type { TimelineState } from '../../model/timeline';
import { attemptsOf } from '../../model/timeline-deliveries';
import { databaseNow } from '../../engine';
import { deliveryOrderSchema, retryPolicySchema } from '../schemas/group';
import { defineRoute } from '../http/define-route';
import { shownProperties } from '../http/shown-parts';
import { ID_IN_PATH, time } from '../schemas/shapes';
import { toTransactionShape, transactionShape } from '../operations/transactions/transactions';

const MAX_ID_CHARS = 255;

const lateShape = z
  .object({ at: time, answer: z.enum(['acknowledged', 'failed']) })
  .nullable()
  .describe('Of a delivery that an operator took back: what its client answered afterwards. The answer was refused');

const eventShape = z.object({
  generation: z.int().describe('0 at first, one more per re-drive'),
  attempt: z.int(),
  state: z.string().describe('Ready, Inflight, WaitingRetry, Commit, DLQ, Dropped, Expired or Discarded'),
  cause: z.string(),
  client: z.string().nullable(),
  at: time,
  dueAt: time.nullable().describe('When it is due again, or the lease ends'),
  policyVersion: z.int().nullable(),
  redriveId: z.string().nullable(),
  by: z.string().nullable().describe('The operator who decided it; null: no decision'),
  why: z.string().nullable().describe('The reason that the operator gave'),
  late: lateShape,
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
  broadcastClient: z
    .object({ clientId: z.string(), lastSeen: time, ofClients: z.int() })
    .nullable()
    .describe('Of a broadcast group each client has an entry of its own, at most 200, failed ones first; else null'),
  state: z
    .string()
    .describe(
      'Ready, Inflight, WaitingRetry, Commit, DLQ, Expired (a dead letter whose retention is over), ' +
        'Dropped (broadcast groups: failed, and not retried), Blocked (waits behind the head of its ' +
        'key), Filtered or Unrecorded (past it, the record is not kept any more)',
    ),
  attempt: z.int().describe('Deliveries that the broker counted, a running one included'),
  clientAttempt: z
    .int()
    .nullable()
    .describe('A push client of an ordered group retries by itself: its last attempt that it reported, or null'),
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
  deliveries: z
    .array(
      z.object({
        generation: z.int(),
        attempt: z.int(),
        state: z
          .string()
          .describe(
            'in-flight, failed, consumed, revoked (an operator took it back from the client), lost (not counted), or ' +
              'restarted: acknowledged, but a message of its key before it failed, so both are delivered again',
          ),
        startedAt: time.nullable(),
        endedAt: time.nullable(),
        client: z.string().nullable(),
        cause: z.string().nullable(),
        late: lateShape,
      }),
    )
    .describe('Every delivery of every life, oldest first'),
  failures: z.array(failureShape),
  predicted: z
    .array(z.object({ attempt: z.int(), at: time, waitMs: z.number(), last: z.boolean() }))
    .describe('Coming deliveries, if each fails as soon as it starts'),
  diesAt: time.nullable().describe('Dead then unless a delivery succeeds'),
  expiresAt: time
    .nullable()
    .describe('DLQ: removed then unless it is re-driven; Expired: removed then; null: stays, or is not dead'),
});

const messageShape = z
  .object({
    messageId: z.string(),
    topic: z.string(),
    queue: z.int().nullable().describe('null: a half message, see transaction'),
    offset: z.int().nullable().describe('null: not in the log; see schedule and transaction'),
    type: z.string(),
    tag: z.string().nullable(),
    messageGroup: z.string().nullable(),
    keys: z.array(z.string()),
    properties: z.record(z.string(), z.string()),
    bodyBytes: z.int(),
    bornAt: time,
    bornHost: z.string(),
    storedAt: time.nullable().describe('When it entered the log; null while it is scheduled'),
    deliverAt: time.nullable().describe('The delivery time of a delayed message'),
    schedule: z
      .object({
        state: z.enum(['scheduled', 'recalled']),
        dueAt: time,
        recalledAt: time.nullable(),
        recalledBy: z.string().nullable().describe('null, of a recalled one: its producer'),
      })
      .nullable()
      .describe('Set while it waits for its time, or when it was recalled before; null: it is in the log'),
    asOf: time,
    groups: z.array(groupStateShape),
    transaction: transactionShape.nullable().describe('Of a half message, also after its commit; else null'),
  })
  .meta({ id: 'Message' });

export const STATE_NAMES: Record<TimelineState, string> = {
  ready: 'Ready',
  'in-flight': 'Inflight',
  'waiting-retry': 'WaitingRetry',
  held: 'Held',
  consumed: 'Commit',
  dead: 'DLQ',
  expired: 'Expired',
  sent: 'Sent',
  discarded: 'Discarded',
  dropped: 'Dropped',
  'filtered-out': 'Filtered',
  unrecorded: 'Unrecorded',
};

function toMessageShape(
  broker: BrokerContext,
  place: MessagePlace,
  asOf: string,
  groups: readonly MessageTimeline[],
  transaction: z.input<typeof transactionShape> | null,
): z.input<typeof messageShape> {
  return {
    messageId: place.messageId,
    topic: place.topic,
    queue: place.queueNo,
    offset: place.off,
    type: place.kind,
    tag: place.tag,
    messageGroup: place.messageGroup,
    keys: place.keys ?? [],
    properties: shownProperties(broker, place, userProperties(place.properties ?? {})),
    bodyBytes: place.bodyBytes,
    bornAt: place.bornAt.toISOString(),
    bornHost: place.bornHost,
    storedAt: place.storedAt.toISOString(),
    deliverAt: deliveryTimeOf(place.properties)?.toISOString() ?? null,
    schedule: null,
    asOf: groups[0]?.asOf ?? asOf,
    groups: groups.map(toGroupStateShape),
    transaction,
  };
}

/** A half message is in no log, so no group has seen it. */
function toHalfMessageShape(broker: BrokerContext, half: HalfMessage, asOf: string): z.input<typeof messageShape> {
  return {
    messageId: half.messageId,
    topic: half.topic,
    queue: null,
    offset: null,
    type: 'TRANSACTION',
    tag: half.tag,
    messageGroup: null,
    keys: half.keys ?? [],
    properties: shownProperties(broker, half),
    bodyBytes: half.bodyBytes,
    bornAt: half.bornAt.toISOString(),
    bornHost: half.bornHost,
    storedAt: half.storedAt.toISOString(),
    deliverAt: null,
    schedule: null,
    asOf,
    groups: [],
    transaction: toTransactionShape(half, broker.transactions.maxChecks),
  };
}

/** A message that is outside the log: no group has anything to do with it. */
function toScheduledShape(broker: BrokerContext, row: ScheduledMessage, asOf: string): z.input<typeof messageShape> {
  return {
    messageId: row.messageId,
    topic: row.topic,
    queue: row.queueNo,
    offset: null,
    type: 'DELAY',
    tag: row.tag,
    messageGroup: row.messageGroup,
    keys: row.keys,
    properties: shownProperties(broker, row, userProperties(row.properties ?? {})),
    bodyBytes: row.bodyBytes,
    bornAt: row.bornAt.toISOString(),
    bornHost: row.bornHost,
    storedAt: null,
    deliverAt: row.dueAt.toISOString(),
    schedule: {
      state: row.recalledAt === null ? 'scheduled' : 'recalled',
      dueAt: row.dueAt.toISOString(),
      recalledAt: row.recalledAt?.toISOString() ?? null,
      recalledBy: row.recalledBy,
    },
    asOf,
    groups: [],
    transaction: null,
  };
}

function toGroupStateShape(entry: MessageTimeline): z.input<typeof groupStateShape> {
  const running = entry.deliveries.findLast((delivery) => delivery.state === 'in-flight');
  const { made, clientAttempt } = attemptsOf(entry);
  const head = entry.waitingBehind;
  return {
    group: entry.group,
    broadcastClient: entry.client,
    state: head !== null && entry.state === 'ready' ? 'Blocked' : STATE_NAMES[entry.state],
    attempt: made,
    clientAttempt,
    generation: entry.generation,
    maxRetries: entry.maxRetries,
    deliveryOrder: entry.deliveryOrder,
    retryPolicy: entry.retryPolicy,
    policyVersion: entry.policyVersion,
    client: running?.client ?? null,
    leaseEndsAt: running?.leaseEndsAt ?? null,
    dueAt: entry.dueAt,
    blockedBy:
      head === null || head.headId === null
        ? null
        : { messageId: head.headId, attempt: head.headAttempt, since: head.since },
    // a first delivery that succeeded is recorded in its lease only: it is in `deliveries`, not in `timeline`
    timeline: entry.events.map(({ redriveId, ...event }) => ({
      ...event,
      redriveId: redriveId === null ? null : String(redriveId),
    })),
    deliveries: entry.deliveries.map(({ generation, attempt, state, startedAt, endedAt, client, cause, late }) => ({
      generation,
      attempt,
      state,
      startedAt,
      endedAt,
      client,
      cause,
      late,
    })),
    failures: entry.reasons.map(({ unnamedClient: _unnamed, ...reason }) => reason),
    predicted: (entry.prediction?.next ?? []).map(({ attempt, at, waitMs }) => ({
      attempt,
      at,
      waitMs,
      last: attempt === entry.maxRetries + 1,
    })),
    diesAt: entry.prediction?.diesAt ?? null,
    expiresAt: entry.expiresAt,
  };
}

export const getMessageRoute = defineRoute({
  method: 'get',
  path: '/messages/{id}',
  name: 'getMessage',
  summary: 'State per group, full timeline and coming deliveries of a message',
  tag: 'Messages',
  permission: 'message:read',
  subject: 'listed',
  params: z.strictObject({ id: z.string().min(1).max(MAX_ID_CHARS).transform(idOfSegment).describe(ID_IN_PATH) }),
  query: z.strictObject({ topic: z.string().optional().describe('Which one, when several topics hold this id') }),
  answers: [{ status: 200, description: 'The message', schema: messageShape }],
  run: async ({ broker, store }, { params: { id }, query: { topic } }) => {
    const isAsked = (found: { readonly topic: string }): boolean => topic === undefined || found.topic === topic;
    // The schedule first: a message that leaves it meanwhile is then found in the log.
    const scheduled = (await findScheduled(broker, id)).find(isAsked);
    const halves = (await findTransactions(broker, id)).filter(isAsked);
    const places = (await findMessage(broker, id)).filter(isAsked);
    const topics = [...new Set([...places, ...halves].map((found) => found.topic))].join(', ');
    const [first] = places;
    const half = halves[0];
    if (first === undefined && half === undefined && scheduled !== undefined)
      return { status: 200, body: toScheduledShape(broker, scheduled, await databaseNow(store.console)) };
    if (first === undefined && half === undefined) {
      throw new BrokerError(
        'message-not-found',
        `There is no message ${id}${topic === undefined ? '' : ` in topic ${shown(topic)}`}, or it was stored ` +
          'longer ago than messages are kept.',
        {
          field: 'id',
          value: id,
        },
      );
    }
    if (topics !== (first ?? half)?.topic)
      throw new BrokerError('bad-request', `topic is needed: message ${id} is in ${topics}.`, {
        field: 'topic',
        limit: topics,
      });
    const asOf = await databaseNow(store.console);
    const { maxChecks } = broker.transactions;
    const transaction = half === undefined ? null : toTransactionShape(half, maxChecks);
    if (first !== undefined) {
      return {
        status: 200,
        body: toMessageShape(broker, first, asOf, await timelinesOf(broker, [first]), transaction),
      };
    }
    return { status: 200, body: half === undefined ? null : toHalfMessageShape(broker, half, asOf) };
  },
});
