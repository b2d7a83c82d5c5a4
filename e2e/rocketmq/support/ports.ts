import { randomInt } from 'node:crypto';

import { probePort } from '../../../lib/runtime/postgres/free-port';

/** Ranges below those of all other tests: what runs beside takes none of these between the look and the start. */
const LOWEST = { alone: 10_000, cluster: 12_500 } as const;
const SIZE = 2_500;
/** A broker also listens for its copies, and for fast calls. Source: BrokerStartup and BrokerController of 5.3.3. */
const OF_BROKER = [0, 1, -2] as const;

/** Free ports for brokers of Apache RocketMQ and what starts with them, all different. */
export async function findRocketmqPorts(
  range: keyof typeof LOWEST,
  { brokers, others }: { readonly brokers: number; readonly others: number },
): Promise<{ readonly brokers: readonly number[]; readonly others: readonly number[] }> {
  const taken = new Set<number>();
  const find = async (beside: readonly number[]): Promise<number> => {
    for (;;) {
      const port = LOWEST[range] + randomInt(-Math.min(...beside), SIZE - 1);
      const all = beside.map((distance) => port + distance);
      const reasons = await Promise.all(all.map((each) => probePort('0.0.0.0', each)));
      if (all.some((each) => taken.has(each)) || reasons.some((reason) => reason !== undefined)) continue;
      for (const each of all) taken.add(each);
      return port;
    }
  };
  const found = { brokers: [] as number[], others: [] as number[] };
  for (let count = 0; count < brokers; count += 1) found.brokers.push(await find(OF_BROKER));
  for (let count = 0; count < others; count += 1) found.others.push(await find([0]));
  return found;
}
