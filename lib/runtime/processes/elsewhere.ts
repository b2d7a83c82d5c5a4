import { type BrokerContext, listSessionsElsewhere, readUsesElsewhere } from '../../broker';
import type { ConnectedClient } from '../../gateway/sessions/session';
import type { Pressure } from './messages';
import { usesTogether } from './together';

/** The clients of other nodes, as each last reported. */
export function clientsElsewhere(ctx: BrokerContext, ownIds: readonly string[]): Promise<readonly ConnectedClient[]> {
  return listSessionsElsewhere(ctx, ownIds);
}

/** A rate is what goes through all nodes, against the whole limit. */
export async function withUsesElsewhere(
  ctx: BrokerContext,
  ownIds: readonly string[],
  own: Pressure | null,
): Promise<Pressure | null> {
  if (own === null || own.uses.length === 0) return own;
  const others = await readUsesElsewhere(ctx, ownIds);
  return others.length === 0 ? own : { ...own, uses: usesTogether([own.uses, ...others]) };
}
