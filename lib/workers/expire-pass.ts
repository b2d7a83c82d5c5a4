import { type BrokerContext, expire } from '../broker';

/** Longer than any statement may run: a lease that was written before a pass may be committed this much later. */
const SLACK_MS = 15_000;
const FULL_LOOK_EVERY_MS = 60_000;

/**
 * The passes of the expiry loop. Each reads only leases that ended since the one before: the low end of the
 * time index is full of dead entries while a transaction holds a snapshot. The full pass each minute is authoritative.
 */
export function makeExpirePass(ctx: BrokerContext): () => Promise<boolean> {
  let low: Date | null = null;
  let fullLookAt = performance.now();
  return async () => {
    const full = performance.now() - fullLookAt >= FULL_LOOK_EVERY_MS;
    const { at, more } = await expire(ctx, full ? null : low);
    if (full) fullLookAt = performance.now();
    if (!more) low = new Date(at.getTime() - SLACK_MS);
    return more;
  };
}
