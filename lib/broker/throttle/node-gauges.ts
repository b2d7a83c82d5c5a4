import type { GaugeValue } from '../../model/metrics';
import { livingConsumers } from '../../store/queries/throttle/broker-node';
import type { BrokerContext } from '../context';

/**
 * Whom all nodes of this broker serve, told by every one of them alike: a list of clients of one process knows only its
 * own. No node lives: nobody knows, and there are no series.
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
