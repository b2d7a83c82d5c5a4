import 'server-only';
import { z } from 'zod';
import { can, reasonAgainst } from '../../auth/permission';
import {
  type BrokerContext,
  findMessage,
  findScheduled,
  findSetting,
  findTransactions,
  type MessagePlace,
  readTimeline,
  redriveName,
} from '../../broker';
import { deliveryTimeOf } from '../../model/delivery-time';
import type { TransactionPolicy } from '../../model/half-message';
import { originOfDeadLetter, userProperties } from '../../model/message';
import { traceContextOf } from '../../model/trace-context';
import { type TraceLink, traceUrl } from '../../model/trace-link';
import type { MessageTimeline } from '../../model/timeline';
import { type ExpiredLetterRow, expiredLetters } from '../../store/queries/dead-letter/expired-letter';
import { logKeptSince } from '../../store/queries/timeline/message-places';
import { defineRead } from '../http/define-read';
import { shownProperties } from '../http/shown-parts';
import { toScheduledItem } from '../../engine';
import { plain } from '../../model/plain';
import type { ScheduledView } from '../operations/scheduled/views';
import { toHalfMessageView } from '../operations/transactions/transactions';
import type { HalfMessageView } from '../operations/transactions/views';

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
  /** The topic a copy in a dead-letter topic came from. */
  readonly deadLetterOf: string | null;
  readonly encoding: string;
  readonly bodyBytes: number;
  readonly bornAt: string;
  readonly bornHost: string;
  readonly traceContext: string | null;
  /** Where its trace opens; null: it has none, or no address is set. */
  readonly traceUrl: string | null;
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
  /** It changed this message. */
  readonly edited: boolean;
}

export interface ExpiredView extends Omit<ExpiredLetterRow, 'deadAt' | 'expiredAt'> {
  readonly deadAt: string;
  readonly expiredAt: string;
}

export interface MessageView {
  readonly messageId: string;
  readonly places: readonly PlaceView[];
  /** Outside the log: waits for its delivery time, or was recalled before it. */
  readonly scheduled: readonly ScheduledView[];
  readonly timelines: readonly MessageTimeline[];
  /** Half messages with this id, newest first; a committed one is also a place. */
  readonly halves: readonly HalfMessageView[];
  readonly transactionPolicy: TransactionPolicy;
  readonly resolveNotAllowed: string | null;
  /** The re-drives that its lives came from. */
  readonly redrives: readonly RedriveNote[];
  /** Dead letters with this id that were removed when their retention was over, newest first. */
  readonly expired: readonly ExpiredView[];
  /** Nothing older is in the log. */
  readonly keptSince: string | null;
  /** Null: may read the body. */
  readonly bodyNotAllowed: string | null;
  readonly redriveNotAllowed: string | null;
  readonly recallNotAllowed: string | null;
  /** What can be done about a message that waits. */
  readonly retryNotAllowed: string | null;
}

export const messageRead = defineRead({
  permission: 'message:read',
  subject: 'listed',
  input: z.strictObject({ id: z.string().min(1).max(255) }),
  run: async ({ broker, store, principal }, { id }): Promise<MessageView> => {
    // The schedule and half messages first: what leaves them meanwhile is then found in the log.
    const [scheduled, halves] = await Promise.all([findScheduled(broker, id), findTransactions(broker, id)]);
    const [places, timelines] = await Promise.all([findMessage(broker, id), readTimeline(broker, { messageId: id })]);
    const redriveIds = [...new Set(timelines.flatMap(({ lives }) => lives.map((life) => life.redriveId)))].filter(
      (redriveId) => redriveId !== null,
    );
    const [traceLink, keptSince, expired, redrives, edits] = await Promise.all([
      findSetting(broker, 'trace-link'),
      logKeptSince(store.console),
      expiredLetters(store.console, id),
      redriveIds.length === 0
        ? []
        : store.prisma.redrive.findMany({
            where: { redriveId: { in: redriveIds } },
            select: { redriveId: true, createdBy: true, reason: true },
          }),
      redriveIds.length === 0
        ? []
        : store.prisma.editedMessage.findMany({
            where: { OR: places.map(({ queueId, off }) => ({ queueId, off })), redriveId: { in: redriveIds } },
            select: { redriveId: true },
          }),
    ]);
    return {
      messageId: id,
      places: places.map((place) => toPlaceView(broker, place, traceLink.value)),
      scheduled: scheduled
        .filter(({ topic }) => !places.some((place) => place.topic === topic))
        .map((each) => plain(toScheduledItem(each))),
      timelines,
      halves: halves.map((half) => plain(toHalfMessageView(broker, half))),
      transactionPolicy: broker.transactions,
      resolveNotAllowed: reasonAgainst(principal, 'transaction:resolve'),
      redrives: redrives.map(({ redriveId, createdBy, reason }) => ({
        redriveId,
        name: redriveName(redriveId),
        by: createdBy,
        reason,
        edited: edits.some((edit) => edit.redriveId === redriveId),
      })),
      expired: expired.map((row) => ({
        ...row,
        deadAt: row.deadAt.toISOString(),
        expiredAt: row.expiredAt.toISOString(),
      })),
      keptSince: keptSince?.toISOString() ?? null,
      bodyNotAllowed: can(principal, 'message:read-body')
        ? null
        : `You may not read bodies: that needs message:read-body; you are signed in as ${principal.role}.`,
      redriveNotAllowed: can(principal, 'dead-letter:redrive')
        ? null
        : `needs dead-letter:redrive; you are signed in as ${principal.role}`,
      recallNotAllowed: reasonAgainst(principal, 'message:recall'),
      retryNotAllowed: reasonAgainst(principal, 'retry:change'),
    };
  },
});

function toPlaceView(broker: Pick<BrokerContext, 'masks'>, place: MessagePlace, link: TraceLink): PlaceView {
  return {
    at: `${place.queueId}-${place.off}`,
    topic: place.topic,
    queueNo: place.queueNo,
    offset: place.off,
    type: place.kind,
    tag: place.tag,
    messageGroup: place.messageGroup,
    keys: place.keys ?? [],
    properties: Object.entries(shownProperties(broker, place, userProperties(place.properties ?? {}))),
    deadLetterOf: originOfDeadLetter(place.properties ?? {})?.topic ?? null,
    encoding: place.encoding,
    bodyBytes: place.bodyBytes,
    bornAt: place.bornAt.toISOString(),
    bornHost: place.bornHost,
    traceContext: place.traceContext,
    traceUrl: traceUrlOf(place, link),
    storedAt: place.storedAt.toISOString(),
    inLog: place.inLog,
    deliverAt: deliveryTimeOf(place.properties)?.toISOString() ?? null,
  };
}

/** Null: the message has no trace, or no address is set (Settings > Traces). */
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
