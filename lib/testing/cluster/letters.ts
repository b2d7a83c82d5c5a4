import { deflateSync } from 'node:zlib';

import type { FakeBroker } from './fake-broker';

export interface FakeLetter {
  readonly id: string;
  readonly body?: string | Buffer;
  readonly topic?: string;
  readonly properties?: Readonly<Record<string, string>>;
  readonly reconsumeTimes?: number;
  readonly packed?: boolean;
}

const ZLIB = 1 | (3 << 8);

/** As a 5.x client of an unordered group leaves it after two failed deliveries. */
export function addLetter(broker: FakeBroker, group: string, letter: FakeLetter): void {
  const { id, body = `{"id":"${id}"}`, topic = 'orders', properties = {}, reconsumeTimes = 3, packed = false } = letter;
  const dead = `%DLQ%${group}`;
  if (!broker.topics.has(dead)) broker.addTopic(dead);
  broker.store(dead, packed ? deflateSync(body) : body, {
    ...{ reconsumeTimes, sysFlag: packed ? ZLIB : 0, storeTimestamp: broker.timeMs },
    properties: { UNIQ_KEY: id, RETRY_TOPIC: `%RETRY%${group}_${topic}`, __BORNHOST: '10.0.0.7', ...properties },
  });
}

/** As a 4.x client with a concurrent listener leaves it. */
export function addClassicLetter(broker: FakeBroker, group: string, letter: FakeLetter): void {
  const from = { RETRY_TOPIC: letter.topic ?? 'orders', REAL_TOPIC: `%RETRY%${group}`, DELAY: '4' };
  addLetter(broker, group, { reconsumeTimes: 2, ...letter, properties: { ...from, ...letter.properties } });
}

export function addLetters(broker: FakeBroker, group: string, ids: readonly string[]): void {
  for (const id of ids) addLetter(broker, group, { id });
}
