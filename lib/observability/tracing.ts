import { createHash } from 'node:crypto';

import type { Context, Span } from '@opentelemetry/api';

import type { DeliveredMessage, OutgoingMessage } from '../model/message/message';
import type { MessageTraces } from '../model/cluster/message-traces';
import { type TraceContext, traceContextOf } from '../model/message/trace-context';

/** Deliveries that wait for their acknowledgement; those of longer ago end without a span for it. */
const MOST_OPEN = 10_000;
const OK = null;

export interface TracingOptions {
  readonly version: string;
  /** Of this process. */
  readonly instance: string;
  /** Which share of the traces that producers record, 0 to 1. */
  readonly share: number;
}

export interface Tracing {
  readonly traces: MessageTraces;
  close(): Promise<void>;
}

/**
 * Spans of messages whose producers trace them, to the OTLP endpoint of the environment (OTEL_EXPORTER_OTLP_*). What a
 * producer does not record is left alone.
 */
export async function openTracing({ version, instance, share }: TracingOptions): Promise<Tracing> {
  // Here, because what a bundle imports at its top is loaded with it, needed or not.
  const [api, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-base'),
  ]);
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } = api;
  const { AlwaysOffSampler, BasicTracerProvider, BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler } =
    sdk;
  const ids = new sdk.RandomIdGenerator();
  /** Of the span that is begun now; null: by chance. */
  let nextId: string | null = null;
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': process.env['OTEL_SERVICE_NAME'] || 'redrive',
      'service.version': version,
      'service.instance.id': instance,
    }),
    sampler: new ParentBasedSampler({
      root: new AlwaysOffSampler(),
      remoteParentSampled: new TraceIdRatioBasedSampler(share),
    }),
    idGenerator: { generateTraceId: () => ids.generateTraceId(), generateSpanId: () => nextId ?? ids.generateSpanId() },
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer('redrive', version);
  /** By receipt handle. */
  const open = new Map<string, Delivery>();

  const begin = (operation: string, topic: string, parent: Context, startTime: number | Date, more: object): Span =>
    tracer.startSpan(
      `${operation} ${topic}`,
      {
        // What fails by itself is no answer to a call.
        kind: startTime instanceof Date ? SpanKind.INTERNAL : SpanKind.SERVER,
        startTime,
        attributes: {
          'messaging.system': 'rocketmq',
          'messaging.operation.name': operation,
          'messaging.destination.name': topic,
          ...more,
        },
      },
      parent,
    );

  /** Null: nothing is to be recorded. */
  const recordedOf = (message: Pick<OutgoingMessage, 'traceContext' | 'properties'>): TraceContext | null => {
    const found = traceContextOf(message);
    return found?.sampled === true ? found : null;
  };
  const under = (traceId: string, spanId: string): Context =>
    trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true });

  const finish = (span: Span, failure: string | null, at?: Date): void => {
    if (failure !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
    span.end(at);
  };

  return {
    traces: {
      sent: (messages, { topic, clientId, startedMs }, failure) => {
        for (const message of messages) {
          const found = recordedOf(message);
          if (found === null) continue;
          const span = begin('send', topic, under(found.traceId, found.spanId), startedMs, {
            'messaging.message.id': message.messageId,
            'messaging.client.id': clientId,
            'messaging.message.body.size': message.body.length,
          });
          finish(span, failure);
        }
      },
      delivered: (messages, { topic, group, clientId, startedMs }) => {
        for (const message of messages) {
          const found = recordedOf(message);
          if (found === null) continue;
          const facts = {
            'messaging.message.id': message.messageId,
            'messaging.client.id': clientId,
            'messaging.consumer.group.name': group,
          };
          const more = { ...facts, 'redrive.attempt': message.attempt, 'redrive.generation': message.generation };
          nextId = deliverSpanId(found.traceId, { ...message, group, client: clientId });
          // A receive may have been held since long before the message was there.
          const heldMs = Math.max(startedMs, performance.now() - 1);
          const span = begin('deliver', topic, under(found.traceId, found.spanId), heldMs, more);
          nextId = null;
          finish(span, OK);
          if (!span.isRecording() && (span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) continue;
          open.set(message.receiptHandle, { topic, parent: trace.setSpan(ROOT_CONTEXT, span), facts });
          if (open.size > MOST_OPEN) open.delete(open.keys().next().value ?? '');
        }
      },
      acked: (entries, { startedMs }) => {
        if (open.size === 0) return;
        for (const { receiptHandle, failure } of entries) {
          const delivery = open.get(receiptHandle);
          if (delivery === undefined) continue;
          open.delete(receiptHandle);
          finish(begin('ack', delivery.topic, delivery.parent, startedMs, delivery.facts), failure);
        }
      },
      failed: (deliveries) => {
        for (const delivery of deliveries) {
          const { topic, group, client, messageId, traceContext, generation, handedAs, handedAt, cause, at } = delivery;
          const found = recordedOf({ traceContext, properties: {} });
          if (found === null) continue;
          const of =
            client === null || handedAs === null
              ? found.spanId
              : deliverSpanId(found.traceId, { messageId, group, client, generation, attempt: handedAs });
          const operation = delivery.outcome === 'dead' ? 'dead-letter' : 'fail';
          const span = begin(operation, topic, under(found.traceId, of), handedAt ?? at, {
            'messaging.message.id': messageId,
            'messaging.consumer.group.name': group,
            ...(client === null ? {} : { 'messaging.client.id': client }),
            'error.type': cause,
            'redrive.attempt': delivery.attempt,
            'redrive.generation': generation,
            'redrive.outcome': OUTCOME[delivery.outcome],
            ...(delivery.dueAt === null ? {} : { 'redrive.next_delivery_at': delivery.dueAt.toISOString() }),
          });
          finish(span, cause, at);
        }
      },
    },
    // What is not sent by then is lost, as are the spans of a process that is killed.
    close: () => provider.shutdown().catch(() => undefined),
  };
}

const OUTCOME = { waits: 'retry', dead: 'dead letter', dropped: 'dropped' } as const;

/** The same in each process, so that the end of a delivery finds its span wherever it is noticed. */
function deliverSpanId(
  traceId: string,
  delivery: Pick<DeliveredMessage, 'messageId' | 'generation' | 'attempt'> & Record<'group' | 'client', string>,
): string {
  const { messageId, group, client, generation, attempt } = delivery;
  const place = JSON.stringify([traceId, messageId, group, client, generation, attempt]);
  return createHash('sha256').update(place).digest('hex').slice(0, 16);
}

interface Delivery {
  readonly topic: string;
  readonly parent: Context;
  readonly facts: Readonly<Record<string, string>>;
}
