import 'server-only';
import { z } from 'zod';
import { can, reasonAgainst } from '../../auth/permission';
import { findMessage, findScheduled, type MessagePlace, readTimeline, redriveName } from '../../broker';
import { deliveryTimeOf } from '../../model/delivery-time';
import { RESERVED_PROPERTY_KEYS } from '../../model/limits';
import type { MessageTimeline } from '../../model/timeline';
import { logKeptSince } from '../../store/queries/timeline/message-places';
import { defineRead } from '../read';
import { type ScheduledView, toScheduledView } from './scheduled';

/** One stored copy, without its body. */
export interface PlaceView {
  /** Names the copy in addresses. */
  readonly at: string;
  readonly topic: string;
  readonly queueNo: number;
  readonly offset: number;
  readonly type: string;
  readonly tag: string | null;
  readonly messageGroup: string | null;
  readonly keys: readonly string[];
  readonly properties: readonly (readonly [string, string])[];
  readonly encoding: string;
  readonly bodyBytes: number;
  readonly bornAt: string;
  readonly bornHost: string;
  readonly traceContext: string | null;
  readonly storedAt: string;
  /** Past the log's retention, kept only because it is under way or dead. */
  readonly inLog: boolean;
  /** The delivery time of a delayed message. */
  readonly deliverAt: string | null;
}

export interface RedriveNote {
  readonly redriveId: number;
  readonly name: string;
  readonly by: string;
  readonly reason: string;
}

export interface MessageView {
  readonly messageId: string;
  readonly places: readonly PlaceView[];
  /** Outside the log: waits for its delivery time, or was recalled before it. */
  readonly scheduled: readonly ScheduledView[];
  readonly timelines: readonly MessageTimeline[];
  /** The re-drives that its lives came from. */
  readonly redrives: readonly RedriveNote[];
  /** Nothing older is in the log. */
  readonly keptSince: string | null;
  /** Null: may look at the body. */
  readonly bodyNotAllowed: string | null;
  readonly redriveNotAllowed: string | null;
  readonly recallNotAllowed: string | null;
}

export const messageRead = defineRead({
  permission: 'message:read',
  input: z.strictObject({ id: z.string().min(1).max(255) }),
  run: async ({ broker, store, principal }, { id }): Promise<MessageView> => {
    // The schedule first: a message that leaves it meanwhile is then found in the log.
    const scheduled = await findScheduled(broker, id);
    const [places, timelines] = await Promise.all([findMessage(broker, id), readTimeline(broker, { messageId: id })]);
    const redriveIds = [...new Set(timelines.flatMap(({ lives }) => lives.map((life) => life.redriveId)))].filter(
      (redriveId) => redriveId !== null,
    );
    const [keptSince, redrives] = await Promise.all([
      logKeptSince(store.console),
      redriveIds.length === 0
        ? []
        : store.prisma.redrive.findMany({
            where: { redriveId: { in: redriveIds } },
            select: { redriveId: true, createdBy: true, reason: true },
          }),
    ]);
    return {
      messageId: id,
      places: places.map(toPlaceView),
      scheduled: scheduled.filter(({ topic }) => !places.some((place) => place.topic === topic)).map(toScheduledView),
      timelines,
      redrives: redrives.map(({ redriveId, createdBy, reason }) => ({
        redriveId,
        name: redriveName(redriveId),
        by: createdBy,
        reason,
      })),
      keptSince: keptSince?.toISOString() ?? null,
      bodyNotAllowed: can(principal, 'message:read-body')
        ? null
        : `You may not read bodies: that needs message:read-body; you are signed in as ${principal.role}.`,
      redriveNotAllowed: can(principal, 'dead-letter:redrive')
        ? null
        : `needs dead-letter:redrive; you are signed in as ${principal.role}`,
      recallNotAllowed: reasonAgainst(principal, 'message:recall'),
    };
  },
});

function toPlaceView(place: MessagePlace): PlaceView {
  return {
    at: `${place.queueId}-${place.off}`,
    topic: place.topic,
    queueNo: place.queueNo,
    offset: place.off,
    type: place.kind,
    tag: place.tag,
    messageGroup: place.messageGroup,
    keys: place.keys ?? [],
    properties: Object.entries(place.properties ?? {}).filter(([name]) => !RESERVED_PROPERTY_KEYS.has(name)),
    encoding: place.encoding,
    bodyBytes: place.bodyBytes,
    bornAt: place.bornAt.toISOString(),
    bornHost: place.bornHost,
    traceContext: place.traceContext,
    storedAt: place.storedAt.toISOString(),
    inLog: place.inLog,
    deliverAt: deliveryTimeOf(place.properties)?.toISOString() ?? null,
  };
}
