import { LIMITS } from '../../model/limits';
import { deliveryRenew } from '../../store/queries/delivery/delivery-renew';
import type { BrokerContext } from '../context';

/** Leases that end within this are renewed; the caller comes every few seconds. */
const WITHIN_MS = 30_000;

/**
 * Renews what push consumers hold, without a new handle: they ack with the one they got at receive.
 * Only for clients connected to this process, only up to the group's consumption timeout.
 * @returns lease rows renewed
 */
export async function renew(ctx: BrokerContext, input: { readonly clientIds: readonly string[] }): Promise<number> {
  if (input.clientIds.length === 0) return 0;
  const clients = await Promise.all(input.clientIds.map((name) => ctx.clients.id(name)));
  return await deliveryRenew(ctx.store.broker, ctx.clock.nowOrNull(), clients, WITHIN_MS, LIMITS.pushInvisibleMs);
}
