import 'server-only';
import type { BrokerContext } from '../../broker';
import { hideInBody, hideInProperties, type ShownBody } from '../../model/masking/hide';
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

/** A whole body, unpacked, as the caller may see it. */
export function shownBody(broker: Pick<BrokerContext, 'masks'>, of: Whereabouts, bytes: Buffer): ShownBody {
  return hideInBody(bytes, rulesFor(broker, of));
}

/** Properties as the caller may see them. */
export function shownProperties(
  broker: Pick<BrokerContext, 'masks'>,
  of: Whereabouts,
  properties: Readonly<Record<string, string>> = of.properties ?? {},
): Record<string, string> {
  return hideInProperties(properties, rulesFor(broker, of));
}
