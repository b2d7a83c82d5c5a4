import type { BrokerContext } from '../../../broker';
import type { Letter } from '../../../cluster';
import { unpackBody } from '../../../model/unpack/unpack-body';
import { clusterLetters } from '../../../store/queries/cluster/letter-read';

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
      { ...row, body: plainBody(row), keys: keys ?? [], properties: properties ?? {}, bornMs: bornAt.getTime() },
    ]),
  );
}

/** A producer of this installation packed it in a way that 4.x clients do not know: it moves unpacked. */
function plainBody({ body, bodyEncoding }: { readonly body: Buffer; readonly bodyEncoding: string }): Buffer {
  return bodyEncoding === 'GZIP' ? unpackBody(body, 'GZIP').bytes : body;
}
