import { setTimeout as sleep } from 'node:timers/promises';

import { rawMessage } from '../../e2e/protocol/support/raw-client';
import type { SendMessageResponse } from '../../lib/gateway/proto/wire';
import type { History } from '../history';
import type { Random } from '../../lib/testing/random';
import { Caller } from './caller';

const OK = 20000;
const FIFO = 2;
const AGAIN_MS = 50;

export interface SenderOptions {
  readonly ports: readonly number[];
  readonly name: string;
  readonly topic: string;
  /** Message groups of its own, in turns; none: unordered. */
  readonly keys: readonly string[];
  /** Messages of a call. */
  readonly batch: number;
  readonly pauseMs: number;
  /** It sends nothing while so many messages of all senders wait for their consumers; none: it never waits for them. */
  readonly maxUntouched?: number;
  readonly history: History;
  readonly random: Random;
}

/**
 * Sends until `isOver`, and each call again with the same ids until it is answered with OK, as the SDKs do. The next
 * message of a key goes out after that.
 */
export async function send(options: SenderOptions, isOver: () => boolean, isHopeless: () => boolean): Promise<void> {
  const { name, topic, keys, batch, pauseMs, history, random, ports, maxUntouched } = options;
  const caller = new Caller(ports, Math.floor(random.between(0, ports.length)));
  const body = Buffer.from(name.padEnd(100, 'x'));
  for (let call = 0; !isOver(); call += 1) {
    if (maxUntouched !== undefined && history.untouchedCount >= maxUntouched) {
      await sleep(AGAIN_MS);
      continue;
    }
    const key = keys[call % Math.max(1, keys.length)] ?? null;
    const messages = Array.from({ length: batch }, (_, index) => {
      const messageId = `${name}-${call}-${index}`;
      history.sending(messageId, key);
      const properties = { messageId, ...(key === null ? {} : { messageType: FIFO, messageGroup: key }) };
      return rawMessage(topic, properties, { body });
    });
    while (!isHopeless()) {
      const answer = await caller
        .call((client, deadline) => client.call<SendMessageResponse>('SendMessage', { messages }, { deadline }))
        .catch(() => null);
      if (answer?.status.code === OK) {
        for (const { systemProperties } of messages) history.acknowledged(systemProperties?.messageId ?? '');
        break;
      }
      await sleep(AGAIN_MS);
    }
    if (pauseMs > 0) await sleep(pauseMs);
  }
  caller.close();
}
