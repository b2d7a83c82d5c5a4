import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { messagesOf, statusOf } from '../../e2e/protocol/support/raw-client';
import type { AckMessageResponse, Message } from '../../lib/gateway/proto/wire';
import { type History, INVISIBLE_MS } from '../history';
import type { Random } from '../../lib/testing/random';
import { Caller } from './caller';

const OK = 20000;
const AGAIN_MS = 50;
const POLL_SECONDS = 1;
const LATER = { invisibleDuration: { seconds: 1 } };
const AT_ONCE = { deliveryAttempt: 1, maxDeliveryAttempts: 1 };

export interface ConsumerOptions {
  readonly ports: readonly number[];
  readonly topic: string;
  readonly group: string;
  /** A receive without an answer is repeated with its attempt id, as the SDKs do for ordered groups. */
  readonly ordered: boolean;
  readonly history: History;
  readonly random: Random;
}

/** What a listener does with a message: most are done, some fail once, and some end as dead letters. */
type Decision = 'ack' | 'fail' | 'dead letter' | 'forget';

function decide(
  { deliveryAttempt = 1 }: { deliveryAttempt?: number | undefined },
  ordered: boolean,
  random: Random,
): Decision {
  const chance = random.next();
  if (deliveryAttempt > 1) return 'ack';
  if (chance < 0.005) return 'forget';
  if (chance < 0.05) return 'fail';
  return chance < 0.08 && !ordered ? 'dead letter' : 'ack';
}

/** For a message that must wait for one before it. */
function giveUp(random: Random): Decision {
  return random.next() < 0.01 ? 'forget' : 'fail';
}

/** Receives and settles until `isOver`. */
export async function consume(options: ConsumerOptions, isOver: () => boolean): Promise<void> {
  const { topic, group, ordered, history, random, ports } = options;
  const caller = new Caller(ports, Math.floor(random.between(0, ports.length)));
  const place = { group: { name: group }, topic: { name: topic } };
  let attemptId: string = randomUUID();
  while (!isOver()) {
    const askedAtMs = performance.now();
    const asked = attemptId;
    const request = {
      group: place.group,
      messageQueue: { topic: place.topic },
      batchSize: 32,
      invisibleDuration: { seconds: INVISIBLE_MS / 1000 },
      longPollingTimeout: { seconds: POLL_SECONDS },
      attemptId,
    };
    const answer = await caller.call((client, deadline) => client.receive(request, { deadline })).catch(() => null);
    if (answer === null || !ordered || statusOf(answer) === OK)
      attemptId = answer === null && ordered ? asked : randomUUID();
    if (answer === null) {
      await sleep(AGAIN_MS);
      continue;
    }
    const messages = messagesOf(answer);
    for (const { systemProperties } of messages) history.delivered(systemProperties?.messageId ?? '', asked, askedAtMs);
    await settle(messages);
  }
  caller.close();

  async function settle(messages: readonly Message[]): Promise<void> {
    // What comes after a failure of its key must wait for that one: most of it is given back, some is left alone.
    const blocked = new Set<string>();
    const decisions = messages.map((message) => {
      const { messageGroup = '' } = message.systemProperties ?? {};
      const decision = blocked.has(messageGroup)
        ? giveUp(random)
        : decide(message.systemProperties ?? {}, ordered, random);
      if (ordered && decision !== 'ack') blocked.add(messageGroup);
      return { message, decision };
    });
    const of = (wanted: Decision): Message[] =>
      decisions.filter(({ decision }) => decision === wanted).map(({ message }) => message);
    await Promise.all([
      ackAll(of('ack')),
      ...of('fail').map((message) => hand(message, 'ChangeInvisibleDuration', LATER)),
      ...of('dead letter').map((message) => hand(message, 'ForwardMessageToDeadLetterQueue', AT_ONCE)),
    ]);
  }

  async function ackAll(messages: readonly Message[]): Promise<void> {
    const entries = messages.map(({ systemProperties: { messageId = '', receiptHandle = '' } = {} }) => ({
      messageId,
      receiptHandle,
    }));
    if (entries.length === 0) return;
    for (const { messageId } of entries) history.acking(messageId);
    const answer = await caller
      .call((client, deadline) => client.call<AckMessageResponse>('AckMessage', { ...place, entries }, { deadline }))
      .catch(() => null);
    for (const { messageId, status } of answer?.entries ?? [])
      if (status?.code === OK && messageId !== undefined) history.acked(messageId);
  }

  async function hand(message: Message, method: string, rest: object): Promise<void> {
    const { messageId = '', receiptHandle = '' } = message.systemProperties ?? {};
    history.letGo(messageId);
    await caller
      .call((client, deadline) => client.call(method, { ...place, messageId, receiptHandle, ...rest }, { deadline }))
      .catch(() => null);
  }
}
