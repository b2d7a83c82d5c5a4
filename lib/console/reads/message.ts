import 'server-only';
import { z } from 'zod';
import { can, reasonAgainst } from '../../auth/permission';
import { findMessage, findScheduled, findSetting, findTransactions, readTimeline, redriveName } from '../../broker';
import type { TransactionPolicy } from '../../model/half-message';
import type { MessageTimeline } from '../../model/timeline';
import { type ExpiredLetterRow, expiredLetters } from '../../store/queries/dead-letter/expired-letter';
import { logKeptSince } from '../../store/queries/timeline/message-places';
import { defineRead } from '../http/define-read';
import { toScheduledItem } from '../../engine';
import { plain } from '../../model/plain';
import { type PlaceView, placeOf } from '../operations/messages/place';
import type { ScheduledView } from '../operations/scheduled/views';
import { toHalfMessageView } from '../operations/transactions/transactions';
import type { HalfMessageView } from '../operations/transactions/views';

export type { PlaceView } from '../operations/messages/place';

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
      places: plain(places.map((place) => placeOf(broker, place, traceLink.value))),
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
