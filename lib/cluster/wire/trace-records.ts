/** Between two records, and between two fields of one. */
const RECORD = '\u0002';
const FIELD = '\u0001';

/** How a listener of a 4.x client ended, by the number of its trace. */
export const TRACE_CODES = ['SUCCESS', 'TIME_OUT', 'EXCEPTION', 'RETURN_NULL', 'FAILED'] as const;
export type TraceCode = (typeof TRACE_CODES)[number];

/** What a 4.x client that traces wrote of one message. */
export type TraceRecord =
  | {
      readonly kind: 'sent';
      readonly atMs: number;
      readonly group: string;
      readonly topic: string;
      readonly messageId: string;
      readonly tookMs: number;
      readonly isSuccess: boolean;
    }
  | {
      readonly kind: 'begun';
      readonly atMs: number;
      readonly group: string;
      /** Of this delivery: its end has it too. */
      readonly requestId: string;
      readonly messageId: string;
      readonly retryTimes: number;
    }
  | {
      readonly kind: 'ended';
      readonly requestId: string;
      readonly messageId: string;
      /** Of its share, where a listener got many at once. */
      readonly tookMs: number;
      readonly isSuccess: boolean;
      /** Null: clients before 4.4 do not say. */
      readonly code: TraceCode | null;
      /** Null, both: clients before 4.7 do not say; the beginning does. */
      readonly atMs: number | null;
      readonly group: string | null;
    };

/** The records of a message of a trace topic. What is none of these, or cannot be read, is left out. Pure. */
export function traceRecords(body: Buffer): TraceRecord[] {
  return body
    .toString('utf8')
    .split(RECORD)
    .flatMap((record) => recordOf(record.split(FIELD)) ?? []);
}

function recordOf([type, ...fields]: readonly string[]): TraceRecord | null {
  switch (type) {
    case 'Pub':
      return sentOf(fields);
    case 'SubBefore':
      return begunOf(fields);
    case 'SubAfter':
      return endedOf(fields);
    default:
      return null;
  }
}

/** time, region, group, topic, id, tags, keys, store, bytes, took, type[, id of the store], success[, host] */
function sentOf(fields: readonly string[]): TraceRecord | null {
  const [time, , group, topic = '', messageId, , , , , took, , first, second] = fields;
  const [atMs, tookMs] = [wholeOf(time), wholeOf(took)];
  if (atMs === null || tookMs === null || !group || !messageId) return null;
  const isSuccess = (fields.length > 12 ? second : first) === 'true';
  return { kind: 'sent', atMs, group, topic, messageId, tookMs, isSuccess };
}

/** time, region, group, request, id, retries, keys */
function begunOf([time, , group, requestId, messageId, retries]: readonly string[]): TraceRecord | null {
  const [atMs, retryTimes] = [wholeOf(time), wholeOf(retries)];
  if (atMs === null || retryTimes === null || !group || !requestId || !messageId) return null;
  return { kind: 'begun', atMs, group, requestId, messageId, retryTimes };
}

/** request, id, took, success, keys[, code[, time, group]] */
function endedOf([requestId, messageId, took, success, , code, time, group]: readonly string[]): TraceRecord | null {
  const tookMs = wholeOf(took);
  if (tookMs === null || !requestId || !messageId) return null;
  return {
    ...{ kind: 'ended', requestId, messageId, tookMs, isSuccess: success === 'true' },
    code: TRACE_CODES[wholeOf(code) ?? -1] ?? null,
    ...{ atMs: wholeOf(time), group: group || null },
  };
}

function wholeOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
