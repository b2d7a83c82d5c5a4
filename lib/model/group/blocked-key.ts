import { afterDue, afterFailure, onItsOwn, type RetryLimits } from '../delivery/forecast';

/** The first message of an ordered key, that everything else of it waits for. Times are ISO. */
export interface BlockedHead {
  /** Deliveries the broker knows of. */
  readonly attempt: number;
  /** A client has it. */
  readonly leased: boolean;
  readonly startedAt: string | null;
  /** Its lease ends then, or its next try is due then; null: it is held. */
  readonly visibleAt: string | null;
  /** The client retries by itself and tells only the end. */
  readonly retriesItself: boolean;
  /** The last attempt that the client reported as failed. */
  readonly reported: { readonly attempt: number; readonly at: string } | null;
}

export interface HeadOutlook {
  /** Deliveries that the broker counted. */
  readonly made: number;
  /** A push client of an ordered group retries by itself: the last attempt of its own that it reported. */
  readonly clientAttempt: number | null;
  /** When the broker delivers it again; null: a client has it and decides, or it is held. */
  readonly nextAt: string | null;
  /** The key is free at the latest then: its head moves to the DLQ if every attempt fails. Null: unknown, or held. */
  readonly freeAt: string | null;
}

/**
 * How far the head of a key is and when the key is free, by the same forecast as on the page of the message. Of what an
 * operator holds nothing is scheduled.
 */
export function headOutlook(
  head: BlockedHead | null,
  { held, ...limits }: RetryLimits & { readonly held: boolean },
  nowMs: number,
): HeadOutlook {
  if (head === null) return { made: 0, clientAttempt: null, nextAt: null, freeAt: null };
  const { attempt, leased, visibleAt, reported } = head;
  const isOwn = reported !== null && reported.attempt > attempt;
  const counted = { made: attempt, clientAttempt: isOwn ? reported.attempt : null };
  if (held) return { ...counted, nextAt: null, freeAt: null };
  if (leased) return { ...counted, nextAt: null, freeAt: freeOfClient(head, limits, nowMs) };
  if (visibleAt === null) return { ...counted, nextAt: null, freeAt: null };
  const { diesMs } = afterDue(limits, attempt, Date.parse(visibleAt), { nowMs });
  return { ...counted, nextAt: visibleAt, freeAt: iso(diesMs) };
}

/** Null: its client should have given it up by now, and has not. */
function freeOfClient(head: BlockedHead, limits: RetryLimits, nowMs: number): string | null {
  const { attempt, startedAt, retriesItself, reported } = head;
  if (reported !== null && reported.attempt >= attempt) {
    const failedMs = Date.parse(reported.at);
    const { diesMs } = afterFailure(limits, reported.attempt, failedMs);
    return diesMs < nowMs ? null : iso(diesMs);
  }
  if (!retriesItself) return iso(afterFailure(limits, attempt, nowMs).diesMs);
  const { coming } = onItsOwn(limits, attempt, startedAt === null ? nowMs : Date.parse(startedAt), { nowMs });
  return coming.tries.length === 0 && attempt <= limits.maxRetries ? null : iso(coming.diesMs);
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
