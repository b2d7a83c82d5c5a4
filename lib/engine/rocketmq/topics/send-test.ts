import { randomBytes } from 'node:crypto';
import { aboutNow, type BrokerContext, type SendTestInput, TEST_PROPERTY, validateContent } from '../../../broker';
import { readTopic, sendNew, wireProperties } from '../../../cluster';
import { BrokerError } from '../../../model/errors';
import { told } from '../../../model/language/t';
import { LIMITS } from '../../../model/limits';
import { appendAudit } from '../../../store/queries/audit/audit-append';
import type { ClusterEngine } from '../clusters/directory';
import { requireChanges } from '../groups/write';

export interface ClusterTestReceipt {
  readonly messageId: string;
  readonly topic: string;
  readonly broker: string;
  readonly queueNo: number;
  /** Null: it waits for its delivery time. */
  readonly offset: number | null;
  readonly scheduledFor: Date | null;
}

/**
 * One message on behalf of an operator, marked by a property, to one broker: every group that reads the topic gets it.
 * @throws BrokerError forbidden, topic-not-found, unavailable, and one code per limit
 */
export async function sendClusterTest(
  ctx: BrokerContext,
  engine: ClusterEngine,
  input: SendTestInput & { readonly broker?: string | undefined },
): Promise<ClusterTestReceipt> {
  requireChanges(engine);
  const { actor, body, reason, broker: wanted, keys = [], messageGroup, priority } = input;
  const topic = await readTopic(engine.cluster, input.topic);
  const part = topic.parts.find(({ broker, mayWrite }) => mayWrite && (wanted === undefined || broker === wanted));
  if (part === undefined)
    throw new BrokerError('bad-request', told('No broker accepts messages of {topic} now.', { topic: input.topic }), {
      field: 'broker',
      limit: topic.parts
        .filter(({ mayWrite }) => mayWrite)
        .map(({ broker }) => broker)
        .join(', '),
      value: wanted ?? '',
    });
  const tag = input.tag === undefined || input.tag === '' ? null : input.tag;
  const properties = { ...input.properties, [TEST_PROPERTY]: actor.name };
  validateContent({ body, tag, keys, properties });
  const isDelayed = part.messageType === 'DELAY' && input.deliverAt !== undefined;
  refuseType(input, part.messageType);
  const messageId = `TEST${randomBytes(14).toString('hex').toUpperCase()}`;
  const now = aboutNow(ctx);
  const { broker } = part;
  const scheduledFor = isDelayed ? (input.deliverAt ?? null) : null;
  await appendAudit(ctx.store.console, {
    ...{ actor, action: 'message.send-test', target: topic.name, workspace: engine.name, reason },
    after: { messageId, broker, tag, keys, messageGroup, priority, deliverAt: scheduledFor, bodyBytes: body.length },
  });
  const sent = await sendNew(engine.cluster, {
    ...{
      broker,
      topic: topic.name,
      queues: part.writeQueues,
      messageGroup: messageGroup ?? null,
      bornMs: now.getTime(),
    },
    properties: wireProperties({
      ...{ messageId, tag, keys, properties, bornMs: now.getTime(), bornHost: 'console', deliverAt: scheduledFor },
      messageGroup: messageGroup === undefined || messageGroup === '' ? null : messageGroup,
      priority,
    }),
    body,
  });
  ctx.changes.emit({ kind: 'topic' });
  return {
    ...{ messageId, topic: topic.name, broker, queueNo: sent.queueNo, scheduledFor },
    offset: scheduledFor === null ? sent.offset : null,
  };
}

function refuseType({ messageGroup, priority, deliverAt }: SendTestInput, type: string): void {
  const hasGroup = messageGroup !== undefined && messageGroup !== '';
  if (type === 'FIFO' && !hasGroup)
    throw new BrokerError('illegal-message-group', told('messageGroup is required for a FIFO message.'), {
      field: 'messageGroup',
      limit: 'not empty',
      value: '',
    });
  if (hasGroup && Buffer.byteLength(messageGroup) > LIMITS.messageGroupBytes)
    throw new BrokerError(
      'illegal-message-group',
      told('messageGroup may have at most {messageGroupBytes} bytes.', { messageGroupBytes: LIMITS.messageGroupBytes }),
      {
        field: 'messageGroup',
        limit: LIMITS.messageGroupBytes,
        value: Buffer.byteLength(messageGroup),
      },
    );
  // The broker stores it in the queue of its priority, whatever queue the client names.
  if ((priority === undefined) === (type === 'PRIORITY'))
    throw new BrokerError(
      'message-type-conflict',
      priority === undefined
        ? told('priority is required for a PRIORITY message.')
        : told('priority must be empty for a topic of type {type}.', { type }),
      { field: 'priority', limit: priority === undefined ? 'not empty' : 'empty', value: priority ?? '' },
    );
  if (deliverAt !== undefined && type !== 'DELAY')
    throw new BrokerError(
      'message-type-conflict',
      told('deliverAt must be empty for a topic of type {type}.', { type }),
      {
        field: 'deliverAt',
        limit: 'empty',
        value: deliverAt.toISOString(),
      },
    );
}
