import 'server-only';
import { z } from 'zod';
import { browseDeadLetters, type DeadLetter, type DeadLetterFilter, listDeadLetterCauses } from '../../broker';
import { known, type Reading } from '../../model/reading';
import type { DeadLetterCauseRow } from '../../store/queries/dead-letter/dead-letter-causes';
import type { ConsoleContext } from '../context';
import { databaseNow } from '../database-time';
import { defineRead } from '../read';
import { readMoment } from '../time-range';

const text = z.string().max(200);

export const deadLetterInput = z.strictObject({
  group: text.optional(),
  from: text.optional(),
  to: text.optional(),
  q: text.optional(),
  cause: text.optional(),
});

export interface DeadLetterView extends Omit<DeadLetter, 'deadAt' | 'bornAt'> {
  readonly deadAt: string;
  readonly bornAt: string;
}

export interface DeadLettersPage {
  readonly items: readonly DeadLetterView[];
  readonly nextCursor: string | null;
}

const PAGE = 50;

/** The messages, newest first. */
export const deadLettersRead = defineRead({
  permission: 'dead-letter:read',
  input: deadLetterInput.extend({ cursor: text.optional() }),
  run: async (ctx, { cursor, ...given }): Promise<DeadLettersPage> => {
    const page = await browseDeadLetters(ctx.broker, { ...(await toFilter(ctx, given)), cursor, limit: PAGE });
    return {
      items: page.items.map((row) => ({ ...row, deadAt: row.deadAt.toISOString(), bornAt: row.bornAt.toISOString() })),
      nextCursor: page.nextCursor,
    };
  },
});

export interface CauseView extends Omit<DeadLetterCauseRow, 'firstAt' | 'lastAt'> {
  readonly firstAt: string;
  readonly lastAt: string;
}

export interface DeadLetterCausesView {
  readonly items: readonly CauseView[];
  readonly more: boolean;
  /** All filters, the cause included. */
  readonly matching: Reading<number>;
  readonly retained: Reading<number>;
  readonly groups: readonly string[];
  /** The group asked for broadcasts: nothing of it can die. */
  readonly broadcasts: boolean;
}

const MOST_GROUPS = 500;

/** Why they died: the same filters without the cause itself. */
export const deadLetterCausesRead = defineRead({
  permission: 'dead-letter:read',
  input: deadLetterInput,
  run: async (ctx, given): Promise<DeadLetterCausesView> => {
    const asOf = await databaseNow(ctx.store.console);
    const [causes, groups] = await Promise.all([
      listDeadLetterCauses(ctx.broker, await toFilter(ctx, given)),
      ctx.store.prisma.consumerGroup.findMany({
        where: { broadcastOf: null },
        select: { name: true },
        orderBy: { name: 'asc' },
        take: MOST_GROUPS,
      }),
    ]);
    return {
      items: causes.items.map(toCauseView),
      more: causes.more,
      matching: known(causes.matching, asOf),
      retained: known(causes.retained, asOf),
      groups: groups.map(({ name }) => name),
      broadcasts: given.group === undefined ? false : await isBroadcast(ctx, given.group),
    };
  },
});

/** A name that is in no list is refused elsewhere. */
async function isBroadcast({ store }: ConsoleContext, name: string): Promise<boolean> {
  const group = await store.prisma.consumerGroup.findFirst({
    where: { name, broadcastOf: null },
    select: { messageModel: true },
  });
  return group?.messageModel === 'broadcasting';
}

export function toCauseView(row: DeadLetterCauseRow): CauseView {
  return { ...row, firstAt: row.firstAt.toISOString(), lastAt: row.lastAt.toISOString() };
}

export async function toFilter(
  { store }: ConsoleContext,
  { group, from, to, q, cause }: z.output<typeof deadLetterInput>,
): Promise<DeadLetterFilter> {
  const now = await databaseNow(store.console);
  return { group, q, cause, from: readMoment('from', from, now), to: readMoment('to', to, now) };
}
