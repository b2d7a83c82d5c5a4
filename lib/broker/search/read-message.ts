import { redriveName } from '../../model/redrive/redrive';
import type { MessageTimeline } from '../../model/message/timeline';
import { type ExpiredLetterRow, expiredLetters } from '../../store/queries/dead-letter/expired-letter';
import { keysBeginningWith } from '../../store/queries/search/suggest';
import { logKeptSince } from '../../store/queries/timeline/message-places';
import type { BrokerContext } from '../context';
import { findScheduled, type ScheduledMessage } from '../schedule/browse';
import { findTransactions, type HalfMessage } from '../transaction/list';
import { findMessage, type MessagePlace, readTimeline } from '../message/read-timeline';

export interface KnownMessage {
  readonly places: readonly MessagePlace[];
  /** Outside the log: waits for its delivery time, or was recalled before it. */
  readonly scheduled: readonly ScheduledMessage[];
  readonly timelines: readonly MessageTimeline[];
  /** Half messages with this id, newest first; a committed one is also a place. */
  readonly halves: readonly HalfMessage[];
  /** The re-drives that its lives came from. */
  readonly redrives: readonly RedriveNote[];
  /** Dead letters with this id that were removed when their retention was over, newest first. */
  readonly expired: readonly ExpiredLetterRow[];
  /** Nothing older is in the log. */
  readonly keptSince: Date | null;
}

interface RedriveNote {
  readonly redriveId: number;
  readonly name: string;
  readonly by: string;
  readonly reason: string;
  /** It changed this message. */
  readonly edited: boolean;
}

/** Everything that is known of one id; empty: nothing is. @throws BrokerError illegal-message-id */
export async function readMessage(ctx: BrokerContext, id: string): Promise<KnownMessage> {
  // The schedule and half messages first: what leaves them meanwhile is then found in the log.
  const [scheduled, halves] = await Promise.all([findScheduled(ctx, id), findTransactions(ctx, id)]);
  const [places, timelines] = await Promise.all([findMessage(ctx, id), readTimeline(ctx, { messageId: id })]);
  const [keptSince, expired, redrives] = await Promise.all([
    readKeptSince(ctx),
    expiredLetters(ctx.store.console, id),
    redrivesOf(ctx, places, timelines),
  ]);
  return {
    ...{ places, timelines, halves, redrives, expired, keptSince },
    scheduled: scheduled.filter(({ topic }) => !places.some((place) => place.topic === topic)),
  };
}

async function redrivesOf(
  { store: { prisma } }: BrokerContext,
  places: readonly MessagePlace[],
  timelines: readonly MessageTimeline[],
): Promise<readonly RedriveNote[]> {
  const lives = timelines.flatMap((timeline) => timeline.lives);
  const ids = [...new Set(lives.map(({ redriveId }) => redriveId))].filter((redriveId) => redriveId !== null);
  if (ids.length === 0) return [];
  const ofThese = { redriveId: { in: ids } };
  const [redrives, edits] = await Promise.all([
    prisma.redrive.findMany({ where: ofThese, select: { redriveId: true, createdBy: true, reason: true } }),
    prisma.editedMessage.findMany({
      where: { OR: places.map(({ queueId, off }) => ({ queueId, off })), ...ofThese },
      select: { redriveId: true },
    }),
  ]);
  return redrives.map(({ redriveId, createdBy: by, reason }) => ({
    ...{ redriveId, name: redriveName(redriveId), by, reason },
    edited: edits.some((edit) => edit.redriveId === redriveId),
  }));
}

/** Since when the log is kept: a message stored before that is gone. */
export function readKeptSince({ store }: BrokerContext): Promise<Date | null> {
  return logKeptSince(store.console);
}

const SIMILAR = 10;

/** What may have been meant by an id or key that finds no message. */
export async function readMissed(
  { store }: BrokerContext,
  text: string,
): Promise<{ readonly expired: Date | null; readonly similar: readonly string[] }> {
  const [expired, similar] = await Promise.all([
    expiredLetters(store.console, text),
    keysBeginningWith(store.console, text, SIMILAR),
  ]);
  return { expired: expired[0]?.expiredAt ?? null, similar: [...new Set(similar.map(({ key }) => key))] };
}
