const BEFORE_MS = 12 * 3_600_000;

/** The hours before a moment, as a handover is asked for them. */
export function beforeOf(asOf: string): { readonly from: string; readonly to: string } {
  return { from: iso(Date.parse(asOf) - BEFORE_MS), to: asOf };
}

function iso(ms: number): string {
  return new Date(ms).toJSON();
}
