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

let collector: HttpReceiver;
let tracing: Tracing;
let broker: ProtocolBroker;
let client: RawClient;
beforeAll(async () => {
  collector = await receiveHttp();
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.origin;
  tracing = await openTracing({ version: '1.2.3', instance: 'node-1', share: 1 });
  broker = await startBroker({ traces: tracing.traces });
  client = new RawClient(broker.port);
});
afterAll(async () => {
  delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  client.close();
  await broker.close();
  await collector.close();
});

const producer = (flags: '00' | '01') => {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, text: `00-${traceId}-${spanId}-${flags}` };
};

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

  const all = collector.received.map(({ body }) => exported.parse(JSON.parse(body)));
  const spans = all.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  const names = all[0]?.resourceSpans[0]?.resource.attributes.map(({ key, value }) => [key, value.stringValue]);
  expect(names).toEqual(
    expect.arrayContaining([
      ['service.name', 'redrive'],
      ['service.version', '1.2.3'],
      ['service.instance.id', 'node-1'],
    ]),
  );
  const idOf = (span: Span) => span.attributes.find(({ key }) => key === 'messaging.message.id')?.value.stringValue;
  for (const [{ traceId, spanId }, id] of [
    [recorded, 'recorded'],
    [byAgent, 'by-agent'],
  ] as const) {
    const own = spans.filter((span) => span.traceId === traceId && idOf(span) === id);
    expect(own.map(({ name }) => name)).toEqual([`send ${topic}`, `deliver ${topic}`, `ack ${topic}`]);
    const [send, deliver, ack] = own;
    expect([send?.parentSpanId, deliver?.parentSpanId, ack?.parentSpanId]).toEqual([spanId, spanId, deliver?.spanId]);
    expect(deliver?.attributes).toContainEqual({ key: 'messaging.consumer.group.name', value: { stringValue: group } });
    expect(deliver?.attributes).toContainEqual({ key: 'redrive.attempt', value: { intValue: 1 } });
  }
  const refused = spans.find((span) => idOf(span) === 'refused');
  expect(refused?.status).toMatchObject({ code: 2, message: expect.stringContaining('no-such-topic') });
  expect(spans).toHaveLength(7);
});
