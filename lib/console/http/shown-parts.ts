import 'server-only';
import { type BrokerContext, readDecoders } from '../../broker';
import { hideInDecoded, type ReadableBody } from '../../model/decode/shown-decoded';
import { hideInProperties } from '../../model/masking/hide';
import { NO_MASKS } from '../../model/masking/masks';
import type { MaskingRule } from '../../model/masking/rule';
import { topicsOf } from '../../model/message/message';

/** Where a message is, and what says whether it is a copy. */
export interface Whereabouts {
  readonly topic: string;
  readonly properties: Readonly<Record<string, string>> | null;
}

/**
 * The rules that hide parts of a message from the caller. Every answer of the console with a body or with properties
 * asks here. @throws Error when it is not known what the caller may see
 */
export function rulesFor(
  { masks }: Pick<BrokerContext, 'masks'>,
  { topic, properties }: Whereabouts,
): readonly MaskingRule[] {
  if (masks === NO_MASKS) throw new Error('parts of messages are shown without the masks of a caller');
  return masks.of(topicsOf(topic, properties));
}

/** Shows bodies, each decoded by the decoder of its topic. */
export interface BodyReader {
  /** A whole body, unpacked, as the caller may see it. */
  shown(of: Whereabouts, bytes: Buffer): ReadableBody;
}

/** For messages in these places. */
export async function readerOf(
  { masks, store }: Pick<BrokerContext, 'masks' | 'store'>,
  places: readonly Whereabouts[],
): Promise<BodyReader> {
  const topics = places.flatMap(({ topic, properties }) => topicsOf(topic, properties));
  const decoders = await readDecoders(store.console, topics);
  return {
    shown: (of, bytes) => {
      const decoding = decoders.of(topicsOf(of.topic, of.properties))?.decode(bytes) ?? null;
      return hideInDecoded(bytes, decoding, rulesFor({ masks }, of));
    },
  };
}

/** A whole body, unpacked, as the caller may see it: decoded where its topic has a decoder. */
export async function shownBody(
  broker: Pick<BrokerContext, 'masks' | 'store'>,
  of: Whereabouts,
  bytes: Buffer,
): Promise<ReadableBody> {
  return (await readerOf(broker, [of])).shown(of, bytes);
}

/** Properties as the caller may see them. */
export function shownProperties(
  broker: Pick<BrokerContext, 'masks'>,
  of: Whereabouts,
  properties: Readonly<Record<string, string>> = of.properties ?? {},
): Record<string, string> {
  return hideInProperties(properties, rulesFor(broker, of));
}
