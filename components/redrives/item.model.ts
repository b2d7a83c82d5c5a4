import type { RedriveItemView } from '@/lib/console/operations/redrives/views';

/** Of verdicts that a delivery has made, or may have. */
const DELIVERED: ReadonlySet<RedriveItemView['verdict']> = new Set([
  ...(['in-flight', 'retrying', 'consumed', 'died-again', 'not-failed'] as const),
]);

/** How often it was delivered since its release; null: unknown, although it was. */
export function deliveriesMade({ attempts, verdict }: Pick<RedriveItemView, 'attempts' | 'verdict'>): number | null {
  if (attempts !== null) return attempts;
  return DELIVERED.has(verdict) ? null : 0;
}
