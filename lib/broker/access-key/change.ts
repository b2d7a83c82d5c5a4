import { type MetadataTransaction, withMetadata } from '../../store/metadata';
import type { BrokerContext } from '../context';

/** A change of access keys in one transaction; in effect here when this returns, on other nodes within a second. */
export async function changeAccessKeys<T>(
  ctx: BrokerContext,
  work: (db: MetadataTransaction) => Promise<T>,
): Promise<T> {
  const result = await withMetadata(ctx.store.prisma, work);
  ctx.changes.emit({ kind: 'access-key' });
  // The change is committed; the watch repeats a read that fails now.
  await ctx.accessKeys.refresh().catch((error: unknown) => ctx.log.warn({ error }, 'access keys could not be read'));
  return result;
}
