import type { ConsumerGroup } from '../../model/group/group';
import { checkInvisibleMs } from '../../model/delivery/invisible-time';
import { BrokerError } from '../../model/errors';
import { LIMITS } from '../../model/limits';
import { bytesOf, type DeliveredMessage, priorityOf } from '../../model/message/message';
import type { Topic } from '../../model/topic/topic';
import type { ClaimedRow } from '../../store/queries/delivery/delivery-claim';
import type { BrokerContext } from '../context';
import type { Handle } from '../process/delivery/handle';
import { deliveryTimeOf } from '../../model/delivery/delivery-time';
import { type MessageFilter, type ParsedFilter, parseFilter } from '../filter/parse-filter';
import { checkLiteGroup } from '../lite/subscribe';

export interface ReceiveInput {
  readonly group: string;
  readonly topic: string;
  /** Clamped to 32. */
  readonly batchSize: number;
  readonly invisibleMs: number;
  /** A push consumer: the broker renews the lease while the client lives, up to the group's consumption timeout. */
  readonly autoRenew: boolean;
  readonly clientId: string;
  readonly accessKey?: string | null;
  readonly attemptId: string | null;
  /**
   * The queue that the client names: it shows which of its loops this receive belongs to. All queues are read in any
   * case.
   */
  readonly queueNo?: number | null;
  readonly filter: MessageFilter;
  /** How long to hold the call, milliseconds; 0: answer at once. */
  readonly waitMs: number;
  readonly signal?: AbortSignal;
}

/**
 * Delivers messages under a lease; in a broadcast group, the ones of the client's own member. Empty when nothing came
 * within `waitMs`.
 * @throws BrokerError topic-not-found, group-not-found, too-many-requests, illegal-filter, illegal-invisible-time
 */
export async function receive(ctx: BrokerContext, input: ReceiveInput): Promise<DeliveredMessage[]> {
  // A refused receive is repeated after 20 ms: nothing is read for it.
  if (ctx.topics.knows(input.topic) && ctx.groups.knows(input.group)) ctx.throttle.admitReceive(input);
  const [group, topic] = await Promise.all([ctx.groups.find(input.group), ctx.topics.find(input.topic)]);
  const filter = parseFilter(input.filter);
  checkInvisibleMs(input.invisibleMs, 1);
  if (topic.messageType === 'LITE') checkLiteReceive(group, filter);
  ctx.throttle.admitReceive({ ...input, topic: topic.name, group: group.name });
  const clientId = await ctx.clients.id(input.clientId);
  const holder = await ctx.members.holderFor(group, clientId);
  const rows = await ctx.deliveries.receive(holder, topic, filter, {
    want: Math.min(LIMITS.receiveBatch, Math.max(1, input.batchSize)),
    invisibleMs: input.invisibleMs,
    clientId,
    autoRenew: input.autoRenew,
    attemptId: input.attemptId,
    queueNo: input.queueNo ?? null,
    waitMs: input.waitMs,
    signal: input.signal ?? null,
  });
  const messages = rows.map((row) => toDelivered(ctx, holder, topic, row, input.invisibleMs));
  if (messages.length > 0) report(ctx, group, topic, messages);
  else if (input.signal?.aborted !== true)
    ctx.throttle.delivered({ topic: topic.name, group: group.name }, { messages: 0, bytes: 0 }, 0);
  return messages;
}

/** @throws BrokerError bad-request, illegal-filter */
function checkLiteReceive(group: ConsumerGroup, { sql, tags }: ParsedFilter): void {
  checkLiteGroup(group);
  if (sql === null && tags === null) return;
  throw new BrokerError('illegal-filter', 'Lite topics have no filters: subscribe the names that are wanted.', {
    ...{ field: 'filterExpression', limit: '*' },
  });
}

function toDelivered(
  ctx: BrokerContext,
  group: ConsumerGroup,
  topic: Topic,
  row: ClaimedRow,
  invisibleMs: number,
): DeliveredMessage {
  return {
    messageId: row.msg_id,
    messageType: row.kind,
    tag: row.tag,
    messageGroup: row.mgroup,
    keys: row.keys ?? [],
    properties: row.props ?? {},
    bodyEncoding: row.body_encoding,
    bornAt: row.born_at,
    bornHost: row.born_host,
    traceContext: row.trace_context,
    deliverAt: deliveryTimeOf(row.props),
    priority: priorityOf(row.props),
    body: row.body,
    topic: topic.name,
    queueNo: row.queue_no,
    offset: row.off,
    storedAt: row.stored_at,
    receiptHandle: ctx.handles.encode(handleOf(group, row)),
    attempt: row.attempt,
    generation: row.generation,
    invisibleMs,
    leaseEndsAt: row.expires_at,
  };
}

function handleOf({ name, groupId, deliveryOrder }: ConsumerGroup, row: ClaimedRow): Handle {
  const { queue_id: queueId, off, attempt, lease_id: leaseId, bit_no: bit, epoch } = row;
  const ordered = deliveryOrder === 'ordered';
  if (leaseId !== null && bit !== null) return { groupId, queueId, off, attempt, ordered, kind: 'lease', leaseId, bit };
  if (epoch !== null) return { groupId, queueId, off, attempt, ordered, kind: 'retry', epoch };
  throw new Error(`a claimed row of group ${name} has neither lease nor epoch`);
}

/** A first delivery of what was stored this long ago is read from an old position, and not from memory. */
const COLD_AFTER_MS = 10 * 60_000;

function isCold({ attempt, storedAt, leaseEndsAt, invisibleMs }: DeliveredMessage): boolean {
  return attempt === 1 && leaseEndsAt.getTime() - invisibleMs - storedAt.getTime() > COLD_AFTER_MS;
}

function bytesOfAll(messages: readonly DeliveredMessage[]): number {
  return messages.reduce((sum, message) => sum + bytesOf(message), 0);
}

function report(ctx: BrokerContext, group: ConsumerGroup, topic: Topic, messages: readonly DeliveredMessage[]): void {
  const labels = { topic: topic.name, consumer_group: group.name };
  for (const isRetry of [false, true]) {
    const own = messages.filter(({ attempt }) => attempt > 1 === isRetry);
    if (own.length === 0) continue;
    const kind = { ...labels, is_retry: String(isRetry) };
    ctx.metrics.count('rocketmq_messages_out_total', kind, own.length);
    ctx.metrics.count('rocketmq_throughput_out_total', kind, bytesOfAll(own));
  }
  const bytes = bytesOfAll(messages);
  ctx.throttle.delivered(
    { topic: topic.name, group: group.name },
    { messages: messages.length, bytes },
    bytesOfAll(messages.filter(isCold)),
  );
  for (const { messageId } of messages) ctx.changes.emit({ kind: 'message', group: group.name, messageId });
}
