import { vi } from 'vitest';

import type { Cluster } from '../../../lib/cluster/cluster';
import { readClients } from '../../../lib/cluster/read/read-clients';

/**
 * Ends clients of the SDK, and waits until their groups have none: a stream of one that is still closing fails loudly
 * when its server ends.
 */
export async function shutDown(
  cluster: Cluster,
  consumers: readonly { shutdown(): Promise<void> }[],
  groups: readonly string[],
): Promise<void> {
  await Promise.all(consumers.map((consumer) => consumer.shutdown()));
  await vi.waitFor(
    async () => {
      for (const group of groups)
        if ((await readClients(cluster, group)).clients.length > 0) throw new Error(`${group} has clients still`);
    },
    { timeout: 70_000, interval: 500 },
  );
}
