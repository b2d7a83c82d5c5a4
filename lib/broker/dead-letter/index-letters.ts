import { setImmediate } from 'node:timers/promises';
import { topicsOf } from '../../model/message/message';
import { unpackBody } from '../../model/unpack/unpack-body';
import { letterUnpacked, type PackedLetter, packedLettersDue } from '../../store/queries/dead-letter/letter-unpacked';
import { letterIndex, letterTextDue } from '../../store/queries/dead-letter/letter-text';
import { decodersKeep, decodersVersion } from '../../store/queries/decoder/topic-decoder';
import { retryRolledBack } from '../../store/sql-errors';
import { withTransaction } from '../../store/transaction';
import type { BrokerContext } from '../context';
import { type Decoders, readDecoders } from '../decoder/read-decoders';

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
    if (letters.length === 0) return false;
    const version = await decodersVersion(store.broker);
    const decoders = await readDecoders(store.broker, letters.flatMap(topicsOfLetter));
    const read: { readonly id: number; readonly body: Buffer | null }[] = [];
    for (const letter of letters) {
      read.push({ id: letter.id, body: readLetter(letter, decoders) });
      await setImmediate();
    }
    await withTransaction(store.broker, async (db) => {
      await decodersKeep(db);
      // changed meanwhile: they are read anew, and stay due
      if ((await decodersVersion(db)) !== version) return;
      for (const { id, body } of read) await letterUnpacked(db, id, body);
    });
    if (letters.length < UNPACKED_AT_ONCE) return false;
  }
  return true;
}

function topicsOfLetter({ topic, properties }: PackedLetter): readonly string[] {
  return topicsOf(topic, properties);
}

/** Null: it cannot be unpacked, or decoded and was not packed. */
function readLetter(letter: PackedLetter, decoders: Decoders): Buffer | null {
  const { bytes, unpacked } = unpackBody(letter.body, letter.encoding);
  const decoding = decoders.of(topicsOfLetter(letter))?.decode(bytes);
  return decoding?.kind === 'decoded' ? decoding.bytes : unpacked ? bytes : null;
}

const MOST_DUE = 1000;

/** How many dead letters a search may not find yet; from a thousand on, a thousand. */
export function countNotSearched(ctx: BrokerContext): Promise<number> {
  return letterTextDue(ctx.store.console, MOST_DUE);
}
