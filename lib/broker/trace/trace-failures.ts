import type { MessageTraces } from '../../model/cluster/message-traces';
import { failuresTake } from '../../store/queries/trace/failures-take';
import type { BrokerContext } from '../context';

const LIMIT = 5000;

/**
 * Notes the failed deliveries of traced messages, whichever process and for whatever reason ended them. Read from the
 * record of deliveries afterwards: what fails a delivery does nothing for it. @returns whether there may be more
 */
export async function traceFailures(ctx: BrokerContext, traces: MessageTraces): Promise<boolean> {
  const { read, failures } = await failuresTake(ctx.store.broker, ctx.clock.nowOrNull(), LIMIT);
  traces.failed(failures);
  return read === LIMIT;
}
