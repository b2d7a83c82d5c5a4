import { afterAll, beforeAll, describe, expect, inject } from 'vitest';

import { type ProtocolBroker, startBroker } from '../../protocol/support/broker';
import { type JavaHost, startJavaHost } from './sdk-host';

/** Of this product and of one JVM; both are there from the first test on. */
export interface JavaFixture {
  broker(): ProtocolBroker;
  java(): JavaHost;
  /** A JVM of its own, to be killed. */
  anotherHost(): Promise<JavaHost>;
}

/** Tests with the official Java SDK over the broker's TLS; skipped, and said so once, where there is no Java. */
export function describeJava(title: string, body: (fixture: JavaFixture) => void, options: object = {}): void {
  const build = inject('java');
  describe.skipIf('missing' in build)(`${title}`, () => {
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
      await Promise.all([java, ...others].map((host) => host.close()));
      await broker.close();
      expect(broker.errors).toEqual([]);
    });
    body({
      broker: () => broker,
      java: () => java,
      anotherHost: async () => {
        const host = await startHost();
        others.push(host);
        return host;
      },
    });
  });
}

/** Pauses between the ends and the next beginnings of deliveries, in ms. */
export function gaps(host: JavaHost, client: string): number[] {
  const ended = host.ended(client);
  return host
    .received(client)
    .slice(1)
    .map(({ atMs }, index) => Math.round(atMs - (ended[index]?.atMs ?? Number.NaN)));
}

const LATE_MS = 1_500;
/** The SDK asks for its retry a moment after the listener's end; clocks tick in milliseconds. */
const EARLY_MS = 20;

export function expectGaps(measured: readonly number[], dueMs: readonly number[]): void {
  expect(measured).toHaveLength(dueMs.length);
  for (const [index, due] of dueMs.entries()) {
    expect(measured[index]).toBeGreaterThanOrEqual(due - EARLY_MS);
    expect(measured[index]).toBeLessThan(due + LATE_MS);
  }
}
