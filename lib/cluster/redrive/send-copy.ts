import { BrokerError } from '../../model/errors';
import { type Reason, told } from '../../model/language/t';
import type { RedriveWay } from '../../model/redrive/redrive-way';
import { ANSWER, Refusal } from '../admin/call';
import { sendBack } from '../admin/send-back';
import { logOffsetOf, type SendInput, sendMessage, type SentTo } from '../admin/send-message';
import { refuseSystemGroup, refuseSystemTopic, STAGE_TOPIC } from '../admin/system-names';
import { PERMISSION } from '../admin/topic-config';
import { topicStats } from '../admin/topic-stats';
import { updateTopic } from '../admin/update-topic';
import type { Cluster } from '../cluster';
import { classicRetryTopic, popRetryTopics } from '../read/retry-topic';
import { queueFor } from '../send/queue-for';
import { CallFailure } from '../wire/failure';
import { copyOf } from './copy';
import type { Letter } from './letter';

export interface SendCopy {
  readonly letter: Letter;
  readonly way: RedriveWay;
  readonly lineage: string;
  readonly ord: number;
}

/**
 * sent: stored, and where; of a copy that is sent back the place of what was sent back. refused: the broker did not
 * store it. unknown: no answer came, and only its topics say whether it is there.
 */
export type SendOutcome =
  | { readonly kind: 'sent'; readonly topic: string; readonly at: SentTo }
  | { readonly kind: 'refused'; readonly why: Reason; readonly isOfMessage: boolean }
  | { readonly kind: 'unknown'; readonly why: Reason };

/** The message itself is what the broker does not take: too large, or not legal. */
const MESSAGE_ILLEGAL = 13;

/** Where the first copy of a way lies. */
export function targetOf(way: RedriveWay, { group, topic }: Pick<Letter, 'group' | 'topic'>): string {
  switch (way) {
    case 'pop-retry':
      return popRetryTopics(group, topic)[0];
    case 'classic-retry':
    case 'send-back':
      return classicRetryTopic(group);
    case 'topic':
      return topic;
  }
}

/** Once a job and broker, before the first copy. @throws BrokerError */
export async function prepareWay(cluster: Cluster, broker: string, way: RedriveWay, topic: string): Promise<void> {
  if (way === 'topic') {
    // A broker would make a topic that is not there.
    if ((await cluster.ask(broker, topicStats, { topic })) === null)
      throw new BrokerError(
        'topic-not-found',
        told('{broker} does not have the topic {topic} any more.', { broker, topic }),
        {
          field: 'topic',
          value: topic,
        },
      );
    return;
  }
  if (way !== 'send-back' || (await cluster.ask(broker, topicStats, { topic: STAGE_TOPIC })) !== null) return;
  await cluster.ask(broker, updateTopic, {
    ...{ topic: STAGE_TOPIC, readQueues: 1, writeQueues: 1, messageType: 'NORMAL' },
    permission: PERMISSION.read + PERMISSION.write,
  });
}

/** One copy to the broker that has the dead letter. Never asked twice here: a lost answer is for its topics to tell. */
export async function sendCopy(cluster: Cluster, { letter, way, lineage, ord }: SendCopy): Promise<SendOutcome> {
  const { broker, group, topic } = letter;
  refuseSystemGroup(group);
  refuseSystemTopic(topic);
  const copy = copyOf(letter, way, lineage, ord);
  const target = targetOf(way, letter);
  const send = (to: string, queueNo: number): Promise<SentTo> => {
    const input: SendInput = { ...copy, topic: to, queueNo };
    return cluster.ask(broker, sendMessage, input);
  };
  try {
    if (way === 'topic') {
      const queues = (await cluster.ask(broker, topicStats, { topic }))?.length ?? 0;
      if (queues === 0)
        return { kind: 'refused', why: told('{broker} does not have {topic}', { broker, topic }), isOfMessage: false };
      return { kind: 'sent', topic: target, at: await send(target, queueFor(keyOf(letter), queues)) };
    }
    if (way !== 'send-back') return { kind: 'sent', topic: target, at: await send(target, 0) };
    const staged = await send(STAGE_TOPIC, 0);
    const origin = { originTopic: topic, originMessageId: letter.messageId };
    await cluster.ask(broker, sendBack, { group, logOffset: logOffsetOf(staged.storeId), ...origin });
    return { kind: 'sent', topic: STAGE_TOPIC, at: staged };
  } catch (error) {
    return outcomeOf(error);
  }
}

function outcomeOf(error: unknown): SendOutcome {
  if (!(error instanceof BrokerError) || error.code !== 'unavailable') throw error;
  const { cause, reason: why } = error;
  if (cause instanceof Refusal && cause.code !== ANSWER.systemError)
    return { kind: 'refused', why, isOfMessage: cause.code === MESSAGE_ILLEGAL };
  if (cause instanceof CallFailure && cause.wasNeverSent) return { kind: 'refused', why, isOfMessage: false };
  return { kind: 'unknown', why };
}

/** Copies of one key keep their order. */
function keyOf({ properties, messageId }: Letter): string {
  return properties['__SHARDINGKEY'] ?? messageId;
}
