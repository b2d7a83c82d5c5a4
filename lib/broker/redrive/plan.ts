import type { DeadLetterCauseRow } from '../../store/queries/dead-letter/dead-letter-causes';
import { deadLetterCauses, deadLetterCount } from '../../store/queries/dead-letter/dead-letter-causes';
import { type MissingRow, redriveMissing } from '../../store/queries/redrive/redrive-missing';
import {
  deadLetterNewest,
  type PlanBreakdownRow,
  type PlannedPart,
  redriveBreakdown,
  redrivePlan,
} from '../../store/queries/redrive/redrive-plan';
import type { BrokerContext } from '../context';
import { type ScopedSelection, toSelectionMatch } from '../dead-letter/selection';

export interface RedrivePlan {
  readonly matched: number;
  readonly inSet: number;
  readonly excluded: number;
  readonly bodyBytes: number;
  readonly firstAt: Date | null;
  readonly lastAt: Date | null;
  /** What stays behind, by reason, most first. */
  readonly reasons: readonly PlannedPart[];
  /** Named, and not a dead letter any more, by their outcome. */
  readonly missing: readonly MissingRow[];
  readonly breakdown: readonly PlanBreakdownRow[];
  /** The most frequent ones of what matches. */
  readonly causes: readonly DeadLetterCauseRow[];
  /** How many causes there are; `causes` may hold fewer. */
  readonly causeCount: number;
  /** Match too, and died after the set was frozen: they do not join. */
  readonly diedSince: number;
  /** The bound of the set: start with it, and it is this set that starts. */
  readonly throughId: number;
}

const MOST_CAUSES = 8;

/**
 * A dry run: what a start with the same selection would take and leave, and why. Changes nothing. Without `throughId`
 * the set is frozen at its newest dead letter. @throws BrokerError bad-request, group-not-found
 */
export async function planRedrive(ctx: BrokerContext, selection: ScopedSelection): Promise<RedrivePlan> {
  const db = ctx.store.console;
  const open = await toSelectionMatch(ctx, selection);
  const throughId = open.throughId ?? (await deadLetterNewest(db, open.groupId));
  const match = { ...open, throughId };
  const [parts, now, causes, missing] = await Promise.all([
    redrivePlan(db, match, selection.leaveOut),
    deadLetterCount(db, { ...open, throughId: undefined }),
    deadLetterCauses(db, match, MOST_CAUSES),
    redriveMissing(db, open.groupId, { messageIds: open.messageIds ?? [], ids: open.ids ?? [] }),
  ]);
  const goes = parts.find(({ why }) => why === null);
  const reasons = parts.filter(({ why }) => why !== null);
  const excluded = reasons.reduce((sum, { count }) => sum + count, 0);
  const inSet = goes?.count ?? 0;
  return {
    matched: inSet + excluded,
    inSet,
    excluded,
    bodyBytes: goes?.bodyBytes ?? 0,
    firstAt: goes?.firstAt ?? null,
    lastAt: goes?.lastAt ?? null,
    reasons,
    missing,
    breakdown:
      goes === undefined
        ? []
        : await redriveBreakdown(db, match, selection.leaveOut, { first: goes.firstAt, last: goes.lastAt }),
    causes: causes.items,
    causeCount: causes.causes,
    diedSince: Math.max(0, now.matching - inSet - excluded),
    throughId: ctx.bounds.hide(open.groupId, throughId),
  };
}
