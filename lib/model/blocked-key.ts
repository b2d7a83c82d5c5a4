import { afterDue, afterFailure, onItsOwn, type RetryLimits } from './forecast';

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
  /** The last of its tries that the client reported as failed. */
  readonly reported: { readonly attempt: number; readonly at: string } | null;
}

export interface HeadOutlook {
  /** Tries made; an estimate while a client retries by itself and reports nothing. */
  readonly made: number;
  readonly estimate: boolean;
  /** When the next try begins; null: it runs now, or is held. */
  readonly nextAt: string | null;
  /** The key is free at the latest then: its head dies if every try fails. Null: not before it is released. */
  readonly freeAt: string | null;
}

/** How far the head of a key is and when the key is free, by the same forecast as on the page of the message. */
export function headOutlook(head: BlockedHead | null, limits: RetryLimits, nowMs: number): HeadOutlook {
  if (head === null) return { made: 0, estimate: false, nextAt: null, freeAt: null };
  const { attempt, leased, visibleAt, reported } = head;
  if (!leased) {
    if (visibleAt === null) return { made: attempt, estimate: false, nextAt: null, freeAt: null };
    const { diesMs } = afterDue(limits, attempt, Date.parse(visibleAt), { nowMs });
    return { made: attempt, estimate: false, nextAt: visibleAt, freeAt: iso(diesMs) };
  }
  if (reported !== null && reported.attempt >= attempt) {
    const coming = afterFailure(limits, reported.attempt, Date.parse(reported.at), { nowMs });
    const next = coming.tries[0]?.atMs;
    return {
      made: reported.attempt,
      estimate: false,
      nextAt: next === undefined ? null : iso(next),
      freeAt: iso(coming.diesMs),
    };
  }
  const startedMs = head.startedAt === null ? nowMs : Date.parse(head.startedAt);
  if (!head.retriesItself) {
    return { made: attempt, estimate: false, nextAt: null, freeAt: iso(afterFailure(limits, attempt, nowMs).diesMs) };
  }
  const { made, coming } = onItsOwn(limits, attempt, startedMs, { nowMs });
  const next = coming.tries[0]?.atMs;
  return {
    made,
    estimate: made > attempt,
    nextAt: next === undefined ? null : iso(next),
    freeAt: iso(coming.diesMs),
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
