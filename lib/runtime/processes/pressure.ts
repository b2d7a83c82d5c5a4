import { type BrokerContext, findSetting, readProtection } from '../../broker';
import type { Pressure } from './messages';

/** How near the limits this process is. */
export async function readPressure(ctx: BrokerContext, busiestRpc: Pressure['busiestRpc']): Promise<Pressure> {
  return {
    uses: ctx.throttle.uses(),
    protections: readProtection(ctx),
    busiestRpc,
    waits: ctx.waits.rows((await findSetting(ctx, 'producer-retry')).value),
  };
}
