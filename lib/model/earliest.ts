/** Null: none of them is known. */
export function earliest(times: readonly (Date | null)[]): Date | null {
  return times.reduce((found, time) => (time !== null && (found === null || time < found) ? time : found), null);
}
