import { formatCount } from '@/components/ui/number.model';
import type { Reading } from '@/lib/model/reading';

/** The footer's sentence. `paged`: this is not the first page, so the rows shown are not all there are before it. */
export function describeShown(shown: number, total: Reading<number> | undefined, paged: boolean): string {
  const these = paged ? `${formatCount(shown)} on this page` : `${formatCount(shown)} shown`;
  if (total === undefined) return these;
  switch (total.kind) {
    case 'unknown':
      return `${these}, total unknown`;
    case 'stale':
      return `${these} of ${formatCount(total.value)}, stale`;
    case 'value':
      if (total.atLeast === true) return `${these} of at least ${formatCount(total.value)}`;
      return total.estimate === true
        ? `${these} of about ${formatCount(total.value)}`
        : `${these} of ${formatCount(total.value)}, exact`;
  }
}
