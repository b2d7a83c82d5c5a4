import type { BrokerContext } from '../../broker';
import type { Letter } from '../../cluster';
import { clusterLetters } from '../../store/queries/cluster/letter-read';

/** What is sent, as the index keeps it: it may be gone at the brokers. */
export async function lettersOf(
  ctx: BrokerContext,
  clusterId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Letter>> {
  const rows = await clusterLetters(ctx.store.console, clusterId, ids);
  return new Map(
    rows.map(({ id, keys, properties, bornAt, ...row }) => [
      id,
      { ...row, keys: keys ?? [], properties: properties ?? {}, bornMs: bornAt.getTime() },
    ]),
  );
}
