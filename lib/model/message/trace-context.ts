/** The place of a message in a distributed trace, as W3C Trace Context says it. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits: the span of the producer. */
  readonly spanId: string;
  /** The producer records this trace. */
  readonly sampled: boolean;
}

/** What instrumented producers write when their SDK has no field for it (OpenTelemetry's agents do). */
export const TRACE_PROPERTY = 'traceparent';
const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** Null: it has none, or none that follows the standard. */
export function traceContextOf({
  traceContext,
  properties,
}: {
  readonly traceContext: string | null;
  readonly properties: Readonly<Record<string, string>>;
}): TraceContext | null {
  const text = traceContext ?? properties[TRACE_PROPERTY];
  if (text === undefined || text.length > 512) return null;
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(text.trim().toLowerCase()) ?? [];
  if (!/[^0]/.test(traceId) || !/[^0]/.test(spanId) || text.startsWith('ff')) return null;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

const TRACE_ID = /^[\da-f]{32}$/;

/**
 * The trace id in a text that a person pasted: alone, or in a traceparent. In small letters, as the standard and
 * trace stores write it: message ids of 4.x clients are as long, in capitals. Null: it is none.
 */
export function traceIdIn(text: string): string | null {
  const typed = text.trim();
  if (TRACE_ID.test(typed) && /[^0]/.test(typed)) return typed;
  return typed === typed.toLowerCase()
    ? (traceContextOf({ traceContext: typed, properties: {} })?.traceId ?? null)
    : null;
}
