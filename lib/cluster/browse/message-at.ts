import type { BrokerPlace } from '../../model/message/broker-place';
import { pull } from '../admin/pull';
import type { Cluster } from '../cluster';
import type { StoredMessage } from '../wire/message';

/** One stored copy; null: its broker has removed it, or stored nothing there yet. @throws BrokerError unavailable */
export async function messageAt(cluster: Cluster, place: BrokerPlace): Promise<StoredMessage | null> {
  const { broker, topic, queueNo, offset } = place;
  const pulled = await cluster.ask(broker, pull, { topic, queueNo, offset, most: 1 });
  return pulled?.messages.find(({ queueOffset }) => queueOffset === offset) ?? null;
}
