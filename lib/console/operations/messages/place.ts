import type { BrokerContext, MessagePlace } from '../../../broker';
import type { StoredInBroker } from '../../../engine';
import { deliveryTimeOf } from '../../../model/delivery/delivery-time';
import { originOfDeadLetter, priorityOf, userProperties } from '../../../model/message/message';
import type { Plain } from '../../../model/plain';
import { traceContextOf } from '../../../model/message/trace-context';
import { type TraceLink, traceUrl } from '../../../model/message/trace-link';
import { shownProperties } from '../../http/shown-parts';

/** One stored copy, without its body. */
export interface Place {
  /** Names the copy in addresses. */
  readonly at: string;
  readonly topic: string;
  readonly queueNo: number;
  readonly offset: number;
  readonly type: string;
  readonly tag: string | null;
  readonly messageGroup: string | null;
  readonly priority: number | null;
  readonly keys: readonly string[];
  readonly properties: readonly (readonly [string, string])[];
  /** The topic a copy in a dead-letter topic came from. */
  readonly deadLetterOf: string | null;
  readonly encoding: string;
  readonly bodyBytes: number;
  readonly bornAt: Date;
  readonly bornHost: string;
  readonly traceContext: string | null;
  /** Where its trace opens; null: it has none, or no address is set. */
  readonly traceUrl: string | null;
  readonly storedAt: Date;
  /** Past the log's retention, kept only because it is under way or dead. */
  readonly inLog: boolean;
  /** The delivery time of a delayed message. */
  readonly deliverAt: Date | null;
}

export type PlaceView = Plain<Place>;

export function placeOf(broker: Pick<BrokerContext, 'masks'>, place: MessagePlace, link: TraceLink): Place {
  return {
    at: `${place.queueId}-${place.off}`,
    topic: place.topic,
    queueNo: place.queueNo,
    offset: place.off,
    type: place.kind,
    tag: place.tag,
    messageGroup: place.messageGroup,
    priority: priorityOf(place.properties) ?? null,
    keys: place.keys ?? [],
    properties: Object.entries(shownProperties(broker, place, userProperties(place.properties ?? {}))),
    deadLetterOf: originOfDeadLetter(place.properties ?? {})?.topic ?? null,
    encoding: place.encoding,
    bodyBytes: place.bodyBytes,
    bornAt: place.bornAt,
    bornHost: place.bornHost,
    traceContext: place.traceContext,
    traceUrl: traceUrlOf(place, link),
    storedAt: place.storedAt,
    inLog: place.inLog,
    deliverAt: deliveryTimeOf(place.properties),
  };
}

/** The same of a copy at a broker of a cluster, with all its properties: nothing else shows those of the SDK. */
export function placeOfStored(
  kept: Pick<BrokerContext, 'masks'>,
  at: string,
  stored: StoredInBroker,
  link: TraceLink,
): Place {
  const { topic, queueNo, offset, type, tag, messageGroup, priority, keys, encoding, bodyBytes } = stored;
  return {
    ...{ at, topic, queueNo, offset, type, tag, messageGroup, priority, keys, encoding, bodyBytes },
    ...{ bornAt: stored.bornAt, bornHost: stored.bornHost },
    properties: Object.entries(shownProperties(kept, stored)),
    ...{ deadLetterOf: null, traceContext: stored.traceContext, traceUrl: traceUrlOf(stored, link) },
    ...{ storedAt: stored.storedAt, inLog: true, deliverAt: null },
  };
}

/** Null: the message has no trace, or no address is set (Settings > Tracing). */
export function traceUrlOf(
  {
    traceContext,
    properties,
  }: { readonly traceContext: string | null; readonly properties: Record<string, string> | null },
  link: TraceLink,
): string | null {
  const trace = traceContextOf({ traceContext, properties: properties ?? {} });
  return trace === null ? null : traceUrl(link, trace.traceId);
}
