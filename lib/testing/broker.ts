import type { BrokerContext } from '../broker/context';
import { type BrokerParts, createBrokerContext } from '../broker/create-context';
import type { Log } from '../model/log';
import type { DeliveredMessage, OutgoingMessage } from '../model/message/message';
import type { Metrics } from '../model/metrics';
import { receive, type ReceiveInput } from '../broker/message/receive';
import { createTestDatabase, type TestDatabase } from './database';

/** Time that stands still until a test moves it; every verb passes it to the database. */
export class TestClock {
  #now: Date;

  constructor(now = new Date('2026-01-01T00:00:00.000Z')) {
    this.#now = now;
  }

  nowOrNull(): Date {
    return this.#now;
  }

  advance(milliseconds: number): void {
    this.#now = new Date(this.#now.getTime() + milliseconds);
  }
}

export interface TestBroker {
  readonly ctx: BrokerContext;
  readonly clock: TestClock;
  readonly database: TestDatabase;
  /** What was counted, by metric name. */
  readonly counted: Map<string, number>;
  close(): Promise<void>;
}

const silentLog: Log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** A loaded test machine may stall for longer than a producer should wait. */
export const PATIENT = { sendHeadWaitMs: 15_000 };

/** A broker on a database of its own. `realTime`: the database's clock, for tests that wait. */
export async function createTestBroker({
  realTime = false,
  protection = PATIENT,
}: { realTime?: boolean; protection?: BrokerParts['protection'] } = {}): Promise<TestBroker> {
  const database = await createTestDatabase();
  const clock = new TestClock();
  const counted = new Map<string, number>();
  const metrics: Metrics = {
    count: (name, _labels, by = 1) => void counted.set(name, (counted.get(name) ?? 0) + by),
    observe: () => undefined,
  };
  const ctx = await createBrokerContext({
    store: database.store,
    log: silentLog,
    metrics,
    protection,
    ...(realTime ? {} : { clock }),
  });
  return { ctx, clock, database, counted, close: () => database.close() };
}

let made = 0;

export function testMessage(fields: Partial<OutgoingMessage> = {}): OutgoingMessage {
  made += 1;
  return {
    messageId: `M${String(made).padStart(6, '0')}`,
    messageType: fields.deliverAt != null ? 'DELAY' : fields.messageGroup == null ? 'NORMAL' : 'FIFO',
    tag: null,
    messageGroup: null,
    keys: [],
    properties: {},
    bodyEncoding: 'IDENTITY',
    bornAt: new Date('2026-01-01T00:00:00.000Z'),
    bornHost: 'test-host',
    traceContext: null,
    deliverAt: null,
    body: Buffer.from(`body ${fields.messageId ?? made}`),
    ...fields,
  };
}

/** A receive that answers at once, by default as a push consumer. */
export async function receiveNow(
  ctx: BrokerContext,
  input: Pick<ReceiveInput, 'group' | 'topic'> & Partial<ReceiveInput>,
): Promise<DeliveredMessage[]> {
  return await receive(ctx, {
    batchSize: 32,
    invisibleMs: 60_000,
    autoRenew: true,
    clientId: 'client-1',
    attemptId: null,
    filter: { type: 'TAG', expression: '*' },
    waitMs: 0,
    ...input,
  });
}
