import type { Context, Span } from '@opentelemetry/api';

import type { OutgoingMessage } from '../model/message';
import type { MessageTraces } from '../model/message-traces';
import { traceContextOf } from '../model/trace-context';

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
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer('redrive', version);
  /** By receipt handle. */
  const open = new Map<string, Delivery>();

  const begin = (operation: string, topic: string, parent: Context, startedMs: number, more: object): Span =>
    tracer.startSpan(
      `${operation} ${topic}`,
      {
        kind: SpanKind.SERVER,
        startTime: startedMs,
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
  const parentOf = (message: Pick<OutgoingMessage, 'traceContext' | 'properties'>): Context | null => {
    const found = traceContextOf(message);
    if (found?.sampled !== true) return null;
    const { traceId, spanId } = found;
    return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true });
  };

  const finish = (span: Span, failure: string | null): void => {
    if (failure !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
    span.end();
  };

  return {
    traces: {
      sent: (messages, { topic, clientId, startedMs }, failure) => {
        for (const message of messages) {
          const parent = parentOf(message);
          if (parent === null) continue;
          const span = begin('send', topic, parent, startedMs, {
            'messaging.message.id': message.messageId,
            'messaging.client.id': clientId,
            'messaging.message.body.size': message.body.length,
          });
          finish(span, failure);
        }
      },
      delivered: (messages, { topic, group, clientId, startedMs }) => {
        for (const message of messages) {
          const parent = parentOf(message);
          if (parent === null) continue;
          const facts = {
            'messaging.message.id': message.messageId,
            'messaging.client.id': clientId,
            'messaging.consumer.group.name': group,
          };
          const more = { ...facts, 'redrive.attempt': message.attempt, 'redrive.generation': message.generation };
          // A receive may have been held since long before the message was there.
          const span = begin('deliver', topic, parent, Math.max(startedMs, performance.now() - 1), more);
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
    },
    // What is not sent by then is lost, as are the spans of a process that is killed.
    close: () => provider.shutdown().catch(() => undefined),
  };
}

interface Delivery {
  readonly topic: string;
  readonly parent: Context;
  readonly facts: Readonly<Record<string, string>>;
}
