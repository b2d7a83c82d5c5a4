import { type ConsumeDirectly, consumeDirectly, type ConsumedDirectly } from '../admin/consume-directly';
import type { Cluster } from '../cluster';

/** @throws BrokerError unavailable: the broker or the client did not answer, and whether it was handled is not known */
export async function tryDirectly(cluster: Cluster, input: ConsumeDirectly): Promise<ConsumedDirectly> {
  return await cluster.ask(input.broker, consumeDirectly, input);
}
