import { afterAll, beforeAll, expect, inject } from 'vitest';

import { type ProtocolBroker, startBroker } from '../../protocol/support/broker';
import { type JavaHost, startJavaHost } from './sdk-host';

/** Of this product and of one JVM; both are there from the first test on. */
export interface JavaFixture {
  broker(): ProtocolBroker;
  java(): JavaHost;
  /** A JVM of its own, to be killed. */
  anotherHost(): Promise<JavaHost>;
}

/** Said once by the set-up of the project; the tests count as skipped then. */
export const withoutJava = 'missing' in inject('java');

/** To be called in a `describe`: what its tests work with, over the broker's TLS. */
export function useJava(options: object = {}): JavaFixture {
  const build = inject('java');
  let broker: ProtocolBroker;
  let java: JavaHost;
  const others: JavaHost[] = [];
  const startHost = async (): Promise<JavaHost> => {
    if ('missing' in build) throw new Error(build.missing);
    return startJavaHost(build.classpath, broker.port);
  };
  beforeAll(async () => {
    broker = await startBroker(options);
    java = await startHost();
  });
  afterAll(async () => {
    await Promise.all([java, ...others].map(async (host) => host.close()));
    await broker.close();
    expect(broker.errors).toEqual([]);
  });
  return {
    broker: () => broker,
    java: () => java,
    anotherHost: async () => {
      const host = await startHost();
      others.push(host);
      return host;
    },
  };
}

/** Pauses between the ends and the next beginnings of deliveries, in ms. */
export function gaps(host: JavaHost, client: string): number[] {
  const ended = host.ended(client);
  return host
    .received(client)
    .slice(1)
    .map(({ atMs }, index) => Math.round(atMs - (ended[index]?.atMs ?? Number.NaN)));
}

/** How late a machine that is busy with others may make what comes in seconds. */
const LATE_MS = 5_000;
/** The SDK asks for its retry a moment after the listener's end; clocks tick in milliseconds. */
const EARLY_MS = 20;

export function expectGaps(measured: readonly number[], dueMs: readonly number[]): void {
  expect(measured).toHaveLength(dueMs.length);
  for (const [index, due] of dueMs.entries()) {
    expect(measured[index]).toBeGreaterThanOrEqual(due - EARLY_MS);
    expect(measured[index]).toBeLessThan(due + LATE_MS);
  }
}
