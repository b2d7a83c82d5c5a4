import { plural } from '@/components/ui/number.model';
import type { Reading } from '@/lib/model/reading';

/**
 * What failed in the last hour, in words. Ordered clients retry by themselves: with nothing reported, "0 failed" would
 * deny what the keys board says of them.
 */
export function failuresText(
  failed: number,
  died: number,
  keys: Reading<number>,
  { broadcast }: { readonly broadcast: boolean },
): string {
  const own = keys.kind === 'unknown' ? 0 : keys.value;
  // the delivery with which a message moves to the DLQ is one that failed
  const all = `${plural(failed + died, 'delivery', 'deliveries')} failed`;
  const moved = broadcast ? '' : `, ${died === 0 ? 'no message' : plural(died, 'message')} moved to the DLQ`;
  if (own === 0) return `${all} in the last 60 minutes${moved}`;
  const clients = `${plural(own, 'blocked key')} ${own === 1 ? 'is' : 'are'} with a client that retries by itself`;
  if (failed + died === 0) return `none is reported, but ${clients}`;
  return `at least ${all} in the last 60 minutes${moved}; ${clients}`;
}
