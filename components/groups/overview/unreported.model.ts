import { plural } from '@/components/ui/number.model';
import type { Reading } from '@/lib/model/reading';

/** What the count of failures leaves out: ordered clients retry by themselves. */
export function unreportedText(keys: Reading<number>): string {
  if (keys.kind === 'unknown' || keys.value === 0) return '';
  return `, not counting what clients retry by themselves: ${plural(keys.value, 'blocked key')} with a client`;
}
