import 'server-only';
import { z } from 'zod';
import { reasonAgainst } from '../../auth/permission';
import { findGroup, listRetries, planRetries, readRetryTide, type WaitingRetry } from '../../broker';
import { RETRY_VERBS, type RetryPlan } from '../../model/retry-change';
import type { TideBin } from '../../model/retry-tide';
import { databaseNow } from '../../engine';
import { defineRead } from '../http/define-read';
import { atMoments, retryInput, type RetryInput, toRetryFilter, toRetrySelection } from '../schemas/retry-filter';
import { toGroupView } from '../../engine';
import { plain } from '../../model/plain';
import type { GroupView } from '../operations/groups/views';

export interface WaitingRetryView extends Omit<
  WaitingRetry,
  'dueAt' | 'heldDueAt' | 'heldAt' | 'storedAt' | 'diesAt' | 'firstTriedAt' | 'groupId' | 'queueId' | 'off'
> {
  /** Names the row. */
  readonly id: string;
  readonly storedAt: string;
  /** Null: held. */
  readonly dueAt: string | null;
  readonly heldAt: string | null;
  readonly diesAt: string | null;
  readonly firstTriedAt: string | null;
}

export interface RetriesPage {
  /** Null: of every group. */
  readonly group: GroupView | null;
  readonly items: readonly WaitingRetryView[];
  readonly nextCursor: string | null;
  /** A filter checked so many to fill this page; null: no more than are shown. */
  readonly looked: number | null;
  /** Why the actions are off; null: allowed. */
  readonly notAllowed: string | null;
}

const PAGE = 50;

/** Everything that waits for a retry, by its next try. */
export const retriesRead = defineRead({
  permission: 'group:read',
  subject: { group: ({ group }) => group },
  input: retryInput.extend({ cursor: z.string().max(100).optional() }),
  run: async ({ broker, store, principal }, { cursor, group: name, ...given }): Promise<RetriesPage> => {
    const now = await databaseNow(store.console);
    const group = name === undefined ? null : await findGroup(broker, name);
    const filter = toRetryFilter(given, now);
    const page = await listRetries(broker, { group: name, ...filter, cursor, limit: PAGE });
    return {
      group: group === null ? null : plain(toGroupView(group)),
      items: page.items.map(toView),
      nextCursor: page.nextCursor,
      looked: page.looked,
      notAllowed: reasonAgainst(principal, 'retry:change'),
    };
  },
});

function toView({ groupId, queueId, off, ...row }: WaitingRetry): WaitingRetryView {
  const { heldDueAt: _heldDueAt, ...own } = row;
  return {
    ...own,
    id: `${groupId}-${queueId}-${off}`,
    storedAt: row.storedAt.toISOString(),
    dueAt: row.dueAt?.toISOString() ?? null,
    heldAt: row.heldAt?.toISOString() ?? null,
    diesAt: row.diesAt?.toISOString() ?? null,
    firstTriedAt: row.firstTriedAt?.toISOString() ?? null,
  };
}

export interface RetryTideView {
  readonly asOf: string;
  readonly aheadMs: number;
  readonly binMs: number;
  readonly bins: readonly TideBin[];
  readonly waiting: number;
  readonly held: number;
  readonly lastTries: number;
  readonly deathsInHour: number;
}

const AHEAD_MS = { '15m': 900_000, '2h': 7_200_000, '24h': 86_400_000 } as const;

/** The coming tries and the deaths due of everything that waits. */
export const retryTideRead = defineRead({
  permission: 'group:read',
  subject: { group: ({ group }) => group },
  input: z.strictObject({
    group: z.string().max(200).optional(),
    /** Without it: as near as what waits is due. */
    ahead: z.enum(['15m', '2h', '24h']).optional(),
  }),
  run: async ({ broker }, { group, ahead }): Promise<RetryTideView> => {
    const { asOf, ...tide } = await readRetryTide(broker, {
      group,
      aheadMs: ahead === undefined ? Object.values(AHEAD_MS) : [AHEAD_MS[ahead]],
    });
    return { asOf: asOf.toISOString(), ...tide };
  },
});

export interface RetryPlanView extends RetryPlan {
  /** For the change itself: the set that was counted. Null: rows that were ticked, or all of the group. */
  readonly filter: Omit<RetryInput, 'group'> | null;
}

/** What a change would take and leave, and why, before an operator confirms it. */
export const retryPlanRead = defineRead({
  permission: 'group:read',
  subject: { group: ({ group }) => group },
  input: retryInput.extend({
    verb: z.enum(RETRY_VERBS),
    group: z.string().min(1).max(200),
    /** Message ids, with commas; without it: all that match the filter. */
    set: z.string().max(130_000).optional(),
    /** 1: what clients have is taken back from them. */
    revoke: z.literal('1').optional(),
  }),
  run: async ({ broker, store }, { verb, set, group, revoke, ...given }): Promise<RetryPlanView> => {
    const filter = atMoments(given, await databaseNow(store.console));
    const isFiltered = set === undefined && Object.values(filter).some((value) => value !== undefined);
    const what = set === undefined ? (isFiltered ? { filter } : { all: true as const }) : { messageIds: readSet(set) };
    return {
      ...(await planRetries(
        broker,
        verb,
        toRetrySelection({ group, ...what, ...(revoke === undefined ? {} : { revoke: true }) }),
      )),
      filter: isFiltered ? filter : null,
    };
  },
});

/** Each id is encoded, because one may contain a comma. */
function readSet(set: string): string[] {
  return set.split(',').map(decodeURIComponent);
}
