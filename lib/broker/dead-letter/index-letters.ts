import { unpackBody } from '../../model/unpack/unpack-body';
import { letterUnpacked, packedLettersDue } from '../../store/queries/dead-letter/letter-unpacked';
import { letterIndex, letterTextDue } from '../../store/queries/dead-letter/letter-text';
import { retryRolledBack } from '../../store/sql-errors';
import type { BrokerContext } from '../context';
import { readDecoders } from '../decoder/read-decoders';

/** One transaction. 100 bodies with a word at each character take a tenth of the time that a statement may take. */
const BATCH = 100;

/** Makes what died, or was reported on, findable by its words. @returns whether there may be more */
export async function indexLetters(ctx: BrokerContext): Promise<boolean> {
  const areMorePacked = await unpackLetters(ctx);
  return (await retryRolledBack(() => letterIndex(ctx.store.broker, BATCH))) >= BATCH || areMorePacked;
}

/** Bodies of 4 MiB each are in memory at once. */
const UNPACKED_AT_ONCE = 8;
const UNPACKED_IN_A_PASS = 64;

/** @returns whether there may be more */
async function unpackLetters({ store }: BrokerContext): Promise<boolean> {
  for (let done = 0; done < UNPACKED_IN_A_PASS; done += UNPACKED_AT_ONCE) {
    const letters = await packedLettersDue(store.broker, UNPACKED_AT_ONCE);
    const decoders = await readDecoders(
      store.broker,
      letters.map(({ topic }) => topic),
    );
    for (const { id, topic, body, encoding } of letters) {
      const { bytes, unpacked } = unpackBody(body, encoding);
      const decoding = decoders.of([topic])?.decode(bytes);
      const read = decoding?.kind === 'decoded' ? decoding.bytes : unpacked ? bytes : null;
      await letterUnpacked(store.broker, id, read);
    }
    if (letters.length < UNPACKED_AT_ONCE) return false;
  }
  return true;
}

const MOST_DUE = 1000;

/** How many dead letters a search may not find yet; from a thousand on, a thousand. */
export function countNotSearched(ctx: BrokerContext): Promise<number> {
  return letterTextDue(ctx.store.console, MOST_DUE);
}
