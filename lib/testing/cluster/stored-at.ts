import { setTimeout as sleep } from 'node:timers/promises';

import { pull, type PullInput } from '../../cluster/admin/pull';
import type { Cluster } from '../../cluster/cluster';
import type { StoredMessage } from '../../cluster/wire/message';

const MOST_MS = 10_000;

/** The first message from a place on that is wanted. A broker answers a send before the message is in its queue. */
export async function storedAt(
  cluster: Cluster,
  broker: string,
  place: PullInput,
  isWanted: (message: StoredMessage) => boolean = () => true,
): Promise<StoredMessage> {
  const deadline = performance.now() + MOST_MS;
  while (performance.now() < deadline) {
    const found = (await cluster.ask(broker, pull, place))?.messages.find(isWanted);
    if (found !== undefined) return found;
    await sleep(20);
  }
  throw new Error(`${place.topic} of ${broker} has no such message from ${place.offset} on`);
}
