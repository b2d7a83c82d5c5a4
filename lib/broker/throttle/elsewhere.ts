import type { LimitUse } from '../../model/throttle/limit-state';
import { type NodeSession, sessionsElsewhere, usesElsewhere } from '../../store/queries/throttle/node-report';
import type { BrokerContext } from '../context';

/** The clients of all processes but these, as each last reported. */
export function listSessionsElsewhere(ctx: BrokerContext, ownIds: readonly string[]): Promise<readonly NodeSession[]> {
  return sessionsElsewhere(ctx.store.console, ctx.clock.nowOrNull(), ownIds);
}

/** How much of each limit all processes but these use, as each last reported. */
export async function readUsesElsewhere(
  ctx: BrokerContext,
  ownIds: readonly string[],
): Promise<readonly (readonly LimitUse[])[]> {
  const rows = await usesElsewhere(ctx.store.console, ctx.clock.nowOrNull(), ownIds);
  return rows.map(({ uses, ageMs }) =>
    uses.map(({ limit, ...use }) => ({
      ...use,
      limit: { ...limit, updatedAt: new Date(limit.updatedAt) },
      ageMs: use.ageMs + ageMs,
    })),
  );
}
