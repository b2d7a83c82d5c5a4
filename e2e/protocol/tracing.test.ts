import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import { openTracing, type Tracing } from '../../lib/observability/tracing';
import { type HttpReceiver, receiveHttp } from '../../lib/testing/receivers';
import { type ProtocolBroker, startBroker } from './support/broker';
import { messagesOf, RawClient, rawMessage } from './support/raw-client';
import { ackRequest, receiveRequest } from './support/raw-requests';

const attribute = z.object({
  key: z.string(),
  value: z.looseObject({ stringValue: z.string().optional(), intValue: z.coerce.number().optional() }),
});
const spanShape = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string(),
  name: z.string(),
  endTimeUnixNano: z.string(),
  attributes: z.array(attribute),
  status: z.object({ code: z.number(), message: z.string().optional() }),
});
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.looseObject({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(spanShape) })),
    }),
  ),
});
type Span = z.infer<typeof spanShape>;

/** Spans leave at once, not every 5 s. */
const ENVIRONMENT = (endpoint: string) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_BSP_SCHEDULE_DELAY: '50' });

let collector: HttpReceiver;
let tracing: Tracing;
let broker: ProtocolBroker;
let client: RawClient;
beforeAll(async () => {
  collector = await receiveHttp();
  Object.assign(process.env, ENVIRONMENT(collector.origin));
  tracing = await openTracing({ version: '1.2.3', instance: 'node-1', share: 1 });
  broker = await startBroker({ traces: tracing.traces });
  client = new RawClient(broker.port);
});
afterAll(async () => {
  for (const name of Object.keys(ENVIRONMENT(''))) Reflect.deleteProperty(process.env, name);
  client.close();
  await broker.close();
  await collector.close();
});

const producer = (flags: '00' | '01') => {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, text: `00-${traceId}-${spanId}-${flags}` };
};

const exports = () => collector.received.map(({ body }) => exported.parse(JSON.parse(body)));
const spansOf = (traceId: string): Span[] =>
  exports()
    .flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)))
    .filter((span) => span.traceId === traceId);
const valueOf = (span: Span | undefined, name: string) => {
  const { stringValue, intValue } = span?.attributes.find(({ key }) => key === name)?.value ?? {};
  return stringValue ?? intValue;
};

test('a failed delivery and a dead letter are spans under their deliveries, with cause and consequence', async () => {
  const topic = await broker.topic();
  const group = await broker.group({ maxRetries: 1, retryPolicy: { type: 'customized', intervalsMs: [1000] } });
  const { traceId, spanId, text } = producer('01');
  await client.call('SendMessage', { messages: [rawMessage(topic, { traceContext: text, messageId: 'fails' })] });
  const names = { group: { name: group }, topic: { name: topic } };
  for (const _ of ['refused', 'refused again']) {
    const [message] = messagesOf(await client.receive(receiveRequest({ topic, group }, { autoRenew: true })));
    const receiptHandle = message?.systemProperties?.receiptHandle ?? '';
    await client.call('ChangeInvisibleDuration', {
      ...names,
      receiptHandle,
      messageId: 'fails',
      invisibleDuration: {},
    });
  }
  await expect.poll(() => spansOf(traceId).length, { timeout: 15_000 }).toBe(5);
  const spans = spansOf(traceId).toSorted((a, b) => Number(BigInt(a.endTimeUnixNano) - BigInt(b.endTimeUnixNano)));
  expect(spans.map(({ name }) => name)).toEqual(
    ['send', 'deliver', 'fail', 'deliver', 'dead-letter'].map((operation) => `${operation} ${topic}`),
  );
  const [send, first, failed, second, dead] = spans;
  expect([send?.parentSpanId, first?.parentSpanId, second?.parentSpanId]).toEqual([spanId, spanId, spanId]);
  expect([failed?.parentSpanId, dead?.parentSpanId]).toEqual([first?.spanId, second?.spanId]);
  for (const span of [failed, dead]) expect(span?.status).toEqual({ code: 2, message: 'nack' });
  expect([valueOf(failed, 'redrive.attempt'), valueOf(failed, 'redrive.outcome')]).toEqual([1, 'retry']);
  expect([valueOf(dead, 'redrive.attempt'), valueOf(dead, 'redrive.outcome')]).toEqual([2, 'dead letter']);
  expect(valueOf(failed, 'redrive.next_delivery_at')).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(valueOf(dead, 'redrive.next_delivery_at')).toBeUndefined();
});

test('send, deliver and ack are spans of the trace of the producer; others are not exported', async () => {
  const [topic, group] = [await broker.topic(), await broker.group()];
  const [recorded, byAgent, unrecorded] = [producer('01'), producer('01'), producer('00')];
  await client.call('SendMessage', {
    messages: [
      rawMessage(topic, { traceContext: recorded.text, messageId: 'recorded' }),
      rawMessage(topic, { messageId: 'by-agent' }, { userProperties: { traceparent: byAgent.text } }),
      rawMessage(topic, { traceContext: unrecorded.text }),
      rawMessage(topic, { traceContext: 'not a context' }),
      rawMessage(topic),
    ],
  });
  let taken = 0;
  while (taken < 5) {
    const messages = messagesOf(await client.receive(receiveRequest({ topic, group })));
    taken += messages.length;
    const handles = messages.map(({ systemProperties }) => systemProperties?.receiptHandle ?? '');
    if (handles.length > 0) await client.call('AckMessage', ackRequest({ topic, group }, handles));
  }
  await client.call('SendMessage', {
    messages: [rawMessage('no-such-topic', { traceContext: recorded.text, messageId: 'refused' })],
  });
  await tracing.close();

  const all = exports();
  const names = all[0]?.resourceSpans[0]?.resource.attributes.map(({ key, value }) => [key, value.stringValue]);
  expect(names).toEqual(
    expect.arrayContaining([
      ['service.name', 'redrive'],
      ['service.version', '1.2.3'],
      ['service.instance.id', 'node-1'],
    ]),
  );
  const idOf = (span: Span) => valueOf(span, 'messaging.message.id');
  for (const [{ traceId, spanId }, id] of [
    [recorded, 'recorded'],
    [byAgent, 'by-agent'],
  ] as const) {
    const own = spansOf(traceId).filter((span) => idOf(span) === id);
    expect(own.map(({ name }) => name)).toEqual([`send ${topic}`, `deliver ${topic}`, `ack ${topic}`]);
    const [send, deliver, ack] = own;
    expect([send?.parentSpanId, deliver?.parentSpanId, ack?.parentSpanId]).toEqual([spanId, spanId, deliver?.spanId]);
    expect(deliver?.attributes).toContainEqual({ key: 'messaging.consumer.group.name', value: { stringValue: group } });
    expect(deliver?.attributes).toContainEqual({ key: 'redrive.attempt', value: { intValue: 1 } });
  }
  const refused = spansOf(recorded.traceId).find((span) => idOf(span) === 'refused');
  expect(refused?.status).toMatchObject({ code: 2, message: expect.stringContaining('no-such-topic') });
  expect([recorded, byAgent, unrecorded].map(({ traceId }) => spansOf(traceId).length)).toEqual([4, 3, 0]);
});
