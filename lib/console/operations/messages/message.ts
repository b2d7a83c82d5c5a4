import { z } from 'zod';
import {
  type BrokerContext,
  findMessage,
  findScheduled,
  findSetting,
  findTransactions,
  type HalfMessage,
  type MessagePlace,
  type MessageTimeline,
  readMessage,
  type ScheduledMessage,
  timelinesOf,
} from '../../../broker';
import { databaseNow, toScheduledItem } from '../../../engine';
import { deliveryTimeOf } from '../../../model/delivery/delivery-time';
import { BrokerError } from '../../../model/errors';
import { t, told } from '../../../model/language/t';
import { priorityOf, userProperties } from '../../../model/message/message';
import { idOfSegment } from '../../../model/message/message-id';
import { shown } from '../../../model/not-found';
import type { TimelineState } from '../../../model/message/timeline';
import { attemptsOf } from '../../../model/message/timeline-deliveries';
import { type Answer, operation, type OperationContext } from '../../http/operation';
import { shownProperties } from '../../http/shown-parts';
import { deliveryOrderSchema, retryPolicySchema } from '../../schemas/group';
import { ID_IN_PATH, time } from '../../schemas/shapes';
import { toHalfMessageView, toTransactionShape, transactionShape } from '../transactions/transactions';
import { placeOf } from './place';

const looks = { permission: 'message:read', subject: 'listed', effect: 'read', needs: 'find-messages' } as const;
const messageId = z.string().min(1).max(255);

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
    priority: z.int().nullable().describe('null: it has none'),
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

/** What is left out of a message where there is none of it. */
const NONE = {
  ...{ queue: null, offset: null, messageGroup: null, priority: null, storedAt: null, deliverAt: null },
  ...{ schedule: null, transaction: null },
};

function ofPlace(broker: BrokerContext, place: MessagePlace) {
  return {
    ...{ ...NONE, ...place, queue: place.queueNo, offset: place.off, type: place.kind, keys: place.keys ?? [] },
    properties: shownProperties(broker, place, userProperties(place.properties ?? {})),
    deliverAt: deliveryTimeOf(place.properties),
    priority: priorityOf(place.properties) ?? null,
  };
}

/** It is in no log, so no group has seen it. */
function ofHalf(broker: BrokerContext, half: HalfMessage) {
  const properties = shownProperties(broker, half);
  return { ...NONE, ...half, type: 'TRANSACTION', keys: half.keys ?? [], properties };
}

/** Outside the log: no group has anything to do with it. */
function ofScheduled(broker: BrokerContext, row: ScheduledMessage) {
  const { queueNo: queue, dueAt, recalledAt, recalledBy } = row;
  return {
    ...{ ...NONE, ...row, queue, type: 'DELAY', deliverAt: dueAt },
    properties: shownProperties(broker, row, userProperties(row.properties ?? {})),
    schedule: {
      state: recalledAt === null ? ('scheduled' as const) : ('recalled' as const),
      dueAt,
      recalledAt,
      recalledBy,
    },
  };
}

function ofGroup(entry: MessageTimeline): Answer<z.input<typeof groupStateShape>> {
  const running = entry.deliveries.findLast((delivery) => delivery.state === 'in-flight');
  const { made, clientAttempt } = attemptsOf(entry);
  const head = entry.waitingBehind;
  return {
    ...entry,
    broadcastClient: entry.client,
    state: head !== null && entry.state === 'ready' ? 'Blocked' : STATE_NAMES[entry.state],
    ...{ attempt: made, clientAttempt },
    client: running?.client ?? null,
    leaseEndsAt: running?.leaseEndsAt ?? null,
    blockedBy:
      head === null || head.headId === null
        ? null
        : { messageId: head.headId, attempt: head.headAttempt, since: head.since },
    // a first delivery that succeeded is recorded in its lease only: it is in `deliveries`, not in `timeline`
    timeline: entry.events.map(({ redriveId, ...event }) => ({
      ...event,
      redriveId: redriveId === null ? null : String(redriveId),
    })),
    failures: entry.reasons,
    predicted: (entry.prediction?.next ?? []).map((next) => ({ ...next, last: next.attempt === entry.maxRetries + 1 })),
    diesAt: entry.prediction?.diesAt ?? null,
  };
}

export const getMessage = operation({
  ...looks,
  name: 'getMessage',
  summary: 'State of a message per group, its full timeline and coming deliveries',
  input: z.strictObject({
    id: messageId.transform(idOfSegment).describe(ID_IN_PATH),
    topic: z.string().optional().describe('Topic, if several topics have a message with this ID'),
  }),
  output: messageShape,
  http: { method: 'get', path: '/messages/{id}', tag: 'Messages', answer: 'The message' },
  run: async ({ broker }, { id, topic }) => {
    const isAsked = (found: { readonly topic: string }): boolean => topic === undefined || found.topic === topic;
    // The schedule first: a message that leaves it meanwhile is then found in the log.
    const scheduled = (await findScheduled(broker, id)).find(isAsked);
    const halves = (await findTransactions(broker, id)).filter(isAsked);
    const places = (await findMessage(broker, id)).filter(isAsked);
    const topics = [...new Set([...places, ...halves].map((found) => found.topic))];
    const [place] = places;
    const [half] = halves;
    if (topics.length > 1)
      throw new BrokerError(
        'bad-request',
        told('topic is required because message {id} is in {topics}.', { id, topics }),
        {
          field: 'topic',
          limit: topics.join(', '),
        },
      );
    const asOf = await databaseNow(broker.store.console);
    const transaction = half === undefined ? null : toTransactionShape(half, broker.transactions.maxChecks);
    if (place !== undefined) {
      const groups = await timelinesOf(broker, [place]);
      return {
        ...{ ...ofPlace(broker, place), transaction, groups: groups.map(ofGroup) },
        asOf: groups[0]?.asOf ?? asOf,
      };
    }
    if (half !== undefined) return { ...ofHalf(broker, half), transaction, groups: [], asOf };
    if (scheduled !== undefined) return { ...ofScheduled(broker, scheduled), groups: [], asOf };
    throw new BrokerError(
      'message-not-found',
      topic === undefined
        ? told('Message {id} does not exist, or is older than the retention.', { id })
        : told('Topic {topic} has no message {id}, or it is older than the retention.', { id, topic: shown(topic) }),
      { field: 'id', value: id },
    );
  },
});

/** Null: may read the body. */
export function noBodyBecause(reasonAgainst: OperationContext['reasonAgainst']): string | null {
  const reason = reasonAgainst('message:read-body');
  return reason === null ? null : t('You may not read bodies: {reason}.', { reason });
}

export const messagePage = operation({
  ...looks,
  name: 'message',
  summary: 'Everything that is known of one message id, and who may act',
  input: z.strictObject({ id: messageId }),
  run: async ({ broker, reasonAgainst }, { id }) => {
    const [found, link] = await Promise.all([readMessage(broker, id), findSetting(broker, 'trace-link')]);
    return {
      ...{ ...found, messageId: id, transactionPolicy: broker.transactions },
      places: found.places.map((place) => placeOf(broker, place, link.value)),
      scheduled: found.scheduled.map(toScheduledItem),
      halves: found.halves.map((half) => toHalfMessageView(broker, half)),
      bodyNotAllowed: noBodyBecause(reasonAgainst),
      redriveNotAllowed: reasonAgainst('dead-letter:redrive'),
      discardNotAllowed: reasonAgainst('dead-letter:discard'),
      recallNotAllowed: reasonAgainst('message:recall'),
      resolveNotAllowed: reasonAgainst('transaction:resolve'),
      /** What can be done about a message that waits. */
      retryNotAllowed: reasonAgainst('retry:change'),
    };
  },
});
