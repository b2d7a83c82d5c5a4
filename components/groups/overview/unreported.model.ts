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
  const deaths = broadcast ? '' : ` and ${plural(died, 'message')} died`;
  if (own === 0) return `${plural(failed, 'delivery', 'deliveries')} failed${deaths} in the last 60 minutes`;
  const clients = `${plural(own, 'blocked key')} ${own === 1 ? 'is' : 'are'} with a client that retries by itself`;
  if (failed + died === 0) return `none is reported, but ${clients}`;
  return `at least ${plural(failed, 'delivery', 'deliveries')} failed${deaths} in the last 60 minutes; ${clients}`;
}
