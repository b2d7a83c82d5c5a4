// @module-tag landing
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, systemActor } from '../../model/audit/actor';
import type { DeliveredMessage } from '../../model/message/message';
import type { RetryPolicy } from '../../model/delivery/retry-policy';
import type { MessageTimeline } from '../../model/message/timeline';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { inFull } from '../../testing/full';
import { deadLetterExhausted } from '../delivery/dead-letter-exhausted';
import { fail } from '../delivery/fail';
import { createGroup } from '../group/create';
import { updateGroup } from '../group/update';
import { readTimeline } from '../message/read-timeline';
import { send } from '../message/send';
import { createTopic } from '../topic/create';
import { listBlockedKeys } from './blocked-keys';
import { listRetries } from './list';
import { readRetryTide } from './tide';

const actor: Actor = systemActor('test');
let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

const interval = fc.integer({ min: 1000, max: 600_000 });
const policy: fc.Arbitrary<RetryPolicy> = fc.oneof(
  fc.constant<RetryPolicy>({ type: 'stepped' }),
  fc
    .record({ initialMs: interval, times: fc.integer({ min: 1, max: 50 }), tenths: fc.integer({ min: 10, max: 40 }) })
    .map(({ initialMs, times, tenths }): RetryPolicy => ({
      type: 'exponential',
      initialMs,
      maxMs: initialMs * times,
      multiplier: tenths / 10,
    })),
  fc
    .array(interval, { minLength: 1, maxLength: 5 })
    .map((intervalsMs): RetryPolicy => ({ type: 'customized', intervalsMs })),
);
const fixed: fc.Arbitrary<RetryPolicy> = interval.map((intervalMs) => ({ type: 'fixed', intervalMs }));
const maxRetries = fc.integer({ min: 1, max: 6 });

interface Plan {
  readonly ordered: boolean;
  readonly before: { readonly retryPolicy: RetryPolicy; readonly maxRetries: number };
  /** The group is changed to this after so many deliveries. */
  readonly after: { readonly retryPolicy: RetryPolicy; readonly maxRetries: number };
  readonly changeAfter: number;
  /** How long each try takes. */
  readonly tryMs: number;
}

const planOf = (ordered: boolean, of: fc.Arbitrary<RetryPolicy>): fc.Arbitrary<Plan> =>
  fc.record({
    ordered: fc.constant(ordered),
    before: fc.record({ retryPolicy: of, maxRetries }),
    after: fc.record({ retryPolicy: of, maxRetries }),
    changeAfter: fc.integer({ min: 1, max: 4 }),
    tryMs: fc.constantFrom(0, 0, 1, 700),
  });

let made = 0;

/** A message that fails at each delivery, and what was foretold each time, against what the broker then did. */
async function play({ ordered, before, after, changeAfter, tryMs }: Plan): Promise<void> {
  made += 1;
  const name = `foretold-${made}`;
  await createGroup(broker.ctx, { name, deliveryOrder: ordered ? 'ordered' : 'concurrent', ...before, actor });
  await createTopic(broker.ctx, { name, messageType: ordered ? 'FIFO' : 'NORMAL', queues: 1, actor });
  const message = testMessage(ordered ? { messageGroup: 'a' } : {});
  await send(broker.ctx, { topic: name, messages: [message] });
  const { messageId } = message;
  let limits = before;
  let deliveries = 0;
  let [delivered] = await claim(name);
  while (delivered !== undefined) {
    deliveries += 1;
    expect(delivered.attempt).toBe(deliveries);
    broker.clock.advance(tryMs);
    await failOne(name, delivered);
    if (deliveries === changeAfter) {
      await updateGroup(broker.ctx, { name, version: 1, ...after, actor });
      limits = after;
    }
    const timeline = await timelineOf(messageId);
    if (timeline.state === 'dead') break;
    await agree(name, timeline, limits.maxRetries);
    const next = timeline.prediction?.next[0];
    const at = next?.at ?? timeline.prediction?.diesAt ?? '';
    // not a millisecond before
    advanceTo(Date.parse(at) - 1);
    expect(await deadLetterExhausted(broker.ctx)).toBe(0);
    expect(await claim(name)).toEqual([]);
    advanceTo(Date.parse(at));
    if (next === undefined) {
      expect(await deadLetterExhausted(broker.ctx)).toBe(1);
      delivered = undefined;
    } else {
      [delivered] = await claim(name);
      expect(delivered).toMatchObject({ messageId, attempt: next.attempt });
    }
  }
  const { state, deadAt } = await timelineOf(messageId);
  expect({ state, deadAt }).toEqual({ state: 'dead', deadAt: now() });
}

/** The page of the message, the list of retries, the tide and the keys board say the same. */
async function agree(name: string, { prediction, asOf }: MessageTimeline, limit: number): Promise<void> {
  const diesAt = prediction?.diesAt ?? '';
  const { items } = await listRetries(broker.ctx, { group: name });
  const [next] = prediction?.next ?? [];
  expect(items.map((row) => [row.diesAt?.toISOString(), row.dueAt?.toISOString()])).toEqual([
    [diesAt, next?.at ?? diesAt],
  ]);
  // as if each try failed at once: the tide and the board know no message by itself
  const atOnce = Date.parse(diesAt) - (prediction?.assumedTryMs ?? 0) * (prediction?.next.length ?? 0);
  const aheadMs = Math.max(24_000, (atOnce - Date.parse(asOf) + 1) * 2);
  const tide = await readRetryTide(broker.ctx, { group: name, aheadMs: [Math.ceil(aheadMs / 24) * 24] });
  const bin = tide.bins.find(({ deaths }) => deaths > 0);
  expect(bin).toMatchObject({ deaths: 1 });
  expect(bin?.fromMs).toBe(Math.floor(atOnce / tide.binMs) * tide.binMs);
  const [key] = (await listBlockedKeys(broker.ctx, { group: name, limit: 5 })).items;
  if (key !== undefined) expect(key).toMatchObject({ freeAt: new Date(atOnce).toISOString(), maxRetries: limit });
}

function claim(name: string): Promise<DeliveredMessage[]> {
  return receiveNow(broker.ctx, { group: name, topic: name, invisibleMs: 3_600_000 });
}

function failOne(name: string, { receiptHandle, messageId }: DeliveredMessage): Promise<unknown> {
  return fail(broker.ctx, { group: name, topic: name, receiptHandle, messageId, clientId: 'client-1' });
}

async function timelineOf(messageId: string): Promise<MessageTimeline> {
  const [timeline] = await readTimeline(broker.ctx, { messageId });
  if (timeline === undefined) throw new Error(`${messageId} has no group`);
  return timeline;
}

function now(): string {
  return broker.clock.nowOrNull().toISOString();
}

function advanceTo(atMs: number): void {
  broker.clock.advance(Math.max(0, atMs - broker.clock.nowOrNull().getTime()));
}

const RUNS = { numRuns: inFull(8, 60) };

test('every predicted time is the one at which the broker then acts, also after an edit in mid-flight', async () => {
  await fc.assert(fc.asyncProperty(planOf(false, policy), play), RUNS);
}, 120_000);

test('the same of ordered groups', async () => {
  await fc.assert(fc.asyncProperty(planOf(true, fixed), play), RUNS);
}, 120_000);
