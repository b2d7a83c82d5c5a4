import { type Decoder, type Decoding, makeDecoder } from '../../model/decode/decoder';
import { Undecodable } from '../../model/decode/undecodable';
import { nameBefore } from '../../model/topic/deleted-name';
import { decoderSchema, topicDecoders, type TopicDecoderRow } from '../../store/queries/decoder/topic-decoder';
import type { Queryable } from '../../store/queryable';
import { tell, told, type Told } from '../../model/language/t';

/** The decoders of some topics. */
export interface Decoders {
  /**
   * Of the topic that a message was sent to: a copy of it in another one has the same bytes, and a decoder of that one
   * would name fields as no rule about the first does.
   * @param topics where the message is, and last where it was sent to
   * @returns null: that topic has no decoder
   */
  of(topics: readonly string[]): Pick<Decoder, 'by' | 'decode'> | null;
}

/** By the content of what they are made from, so that a change is another one at once, in every process. */
const made = new Map<string, Decoder>();
const MOST_KEPT = 32;

export async function readDecoders(db: Queryable, topics: readonly string[]): Promise<Decoders> {
  const names = topics.map(nameBefore);
  const cut = names.filter(({ isCut }) => isCut).map(({ name }) => name);
  const rows = names.length === 0 ? [] : await topicDecoders(db, [...new Set(names.map(({ name }) => name))], cut);
  const found = new Map<string, Pick<Decoder, 'by' | 'decode'>>();
  for (const row of rows) found.set(row.topic, await decoderOf(db, row));
  return {
    of: (asked) => {
      const { name, isCut } = nameBefore(asked.at(-1) ?? '');
      if (!isCut) return found.get(name) ?? null;
      return [...found.keys()].some((topic) => topic.startsWith(name)) ? OF_A_CUT_NAME : null;
    },
  };
}

/** Any topic may have a name that begins so: what is hidden must not depend on which one is made. */
const OF_A_CUT_NAME = unreadable(told('its topic was deleted and its long name was cut, so its decoder is unknown'));

async function decoderOf(db: Queryable, row: TopicDecoderRow): Promise<Pick<Decoder, 'by' | 'decode'>> {
  const key = JSON.stringify([row.kind, row.message, row.schemaHash]);
  const known = made.get(key);
  if (known !== undefined) return known;
  const schema = await decoderSchema(db, row.topic, row.decoderId);
  // what is not known to be unmasked must not be shown as it is
  if (schema === null) return unreadable(told('the decoder was just changed: try again'));
  try {
    const decoder = makeDecoder({ kind: row.kind, schema, message: row.message });
    const [oldest] = made.keys();
    if (made.size >= MOST_KEPT && oldest !== undefined) made.delete(oldest);
    made.set(key, decoder);
    return decoder;
  } catch (error) {
    if (error instanceof Undecodable)
      return unreadable(told('its schema cannot be read: {problem}', { problem: error.told }));
    throw error;
  }
}

/** Kept for readers of several languages. */
function unreadable(problem: Told): Pick<Decoder, 'by' | 'decode'> {
  return { by: 'decoder', decode: (): Decoding => ({ kind: 'failed', by: 'decoder', problem: tell(problem) }) };
}
