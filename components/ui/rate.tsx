import { t } from '@/lib/model/language/t';
import { type Reading, unknown } from '@/lib/model/reading';
import { formatRate } from '@/lib/model/rate';
import { ReadingValue } from './reading';

/** Messages per second, or that they are not known, with the reason at hand. */
export function RateValue({ reading }: { readonly reading: Reading<number> | undefined }) {
  if (reading === undefined || reading.kind === 'unknown')
    return <ReadingValue<number> reading={reading ?? unknown(t('not counted yet'))} />;
  return <ReadingValue reading={reading} format={formatRate} />;
}
