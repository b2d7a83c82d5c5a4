import type { Reading } from '@/lib/model/reading';
import { formatRate } from './rate.model';
import { ReadingValue } from './reading';

/** Messages per second, or that they are not known, with the reason at hand. */
export function RateValue({ reading }: { readonly reading: Reading<number> | undefined }) {
  if (reading === undefined || reading.kind === 'unknown')
    return (
      <span className="text-3" title={reading === undefined ? 'not sampled yet' : reading.reason}>
        unknown
      </span>
    );
  return <ReadingValue reading={reading} format={formatRate} />;
}
