import { ReadingValue } from '@/components/ui/reading';
import type { Reading } from '@/lib/model/reading';

interface FigureProps {
  readonly reading: Reading<number>;
  readonly tone?: 'waiting' | 'dlq';
}

/** A count in a table. Not yet countable is a dash with its reason; unknown is said to be unknown. */
export function Figure({ reading, tone }: FigureProps) {
  if (isNotYet(reading)) return <NotYet reading={reading} />;
  return <ReadingValue reading={reading} {...(tone === undefined ? {} : { tone })} />;
}

export function NotYet({ reading }: { readonly reading: Reading<unknown> }) {
  return (
    <span className="text-3" title={reading.kind === 'unknown' ? reading.reason : undefined}>
      —
    </span>
  );
}

/** Unknown without a time: there is nothing to count yet (no subscription), which is not a fault. */
export function isNotYet(reading: Reading<unknown>): boolean {
  return reading.kind === 'unknown' && reading.since === null;
}
