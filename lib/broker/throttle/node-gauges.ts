import type { GaugeValue } from '../../model/metrics';
import { livingConsumers } from '../../store/queries/throttle/broker-node';
import type { BrokerContext } from '../context';

/**
 * The clients of all nodes of this broker, exported by each node alike: the list of clients in one process has only its
 * own. When no node is alive they are unknown, and there are no series.
 */
export async function readNodeGauges(ctx: BrokerContext): Promise<GaugeValue[]> {
  const { nodes, groups } = await livingConsumers(ctx.store.console, ctx.clock.nowOrNull());
  if (nodes === 0) return [];
  return [
    { name: 'redrive_nodes', labels: {}, value: nodes },
    ...groups.map(({ group, consumers }) => ({
      name: 'redrive_consumers' as const,
      labels: { consumer_group: group },
      value: consumers,
    })),
  ];
}
