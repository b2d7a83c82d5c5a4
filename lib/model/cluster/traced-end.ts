/** How the listener of a 4.x client ended a delivery that failed, as the client traced it, by the name of its trace. */
export const TRACED_ENDS = {
  TIME_OUT: 'client-timed-out',
  EXCEPTION: 'client-threw',
  RETURN_NULL: 'client-null',
  FAILED: 'client-failed',
} as const;
export type TracedEnd = (typeof TRACED_ENDS)[keyof typeof TRACED_ENDS];

/** Null: it did not fail, or the client does not say how. */
export function tracedEndOf(end: { readonly isSuccess: boolean; readonly code: string | null }): TracedEnd | null {
  return end.isSuccess ? null : (new Map<string | null, TracedEnd>(Object.entries(TRACED_ENDS)).get(end.code) ?? null);
}
