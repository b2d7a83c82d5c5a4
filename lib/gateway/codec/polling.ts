import { LIMITS } from '../../model/limits';

/** Left of the deadline for the answer to travel; without it a full wait always ends as DEADLINE_EXCEEDED. */
const ANSWER_MARGIN_MS = 200;
/** What an absent long_polling_timeout leaves for the request itself: half the SDKs' 3 s request timeout. */
const DEFAULT_REQUEST_MARGIN_MS = 1_500;

export type Polling = { readonly kind: 'wait'; readonly waitMs: number } | { readonly kind: 'refuse' };

/**
 * How long a receive is held. The asked time, clamped to 5 s .. 20 s; a nearer deadline shortens it, and one nearer
 * than 5 s is refused. Source: proxy ReceiveMessageActivity.
 * @param remainingMs time until the call's deadline; null when it has none
 */
export function planPolling(askedMs: number | null, remainingMs: number | null): Polling {
  const wantedMs = askedMs ?? (remainingMs === null ? LIMITS.longPollMaxMs : remainingMs - DEFAULT_REQUEST_MARGIN_MS);
  const waitMs = Math.min(LIMITS.longPollMaxMs, Math.max(LIMITS.longPollMinMs, wantedMs));
  if (remainingMs === null || waitMs <= remainingMs - ANSWER_MARGIN_MS) return { kind: 'wait', waitMs };
  if (remainingMs < LIMITS.longPollMinMs) return { kind: 'refuse' };
  return { kind: 'wait', waitMs: remainingMs - ANSWER_MARGIN_MS };
}
