import { HOUR_MS } from '../../model/dead-letter/dead-letter-retention';
import { checkAll } from '../../model/check-all';
import { checkRetryPolicy } from '../../model/delivery/check-retry-policy';
import { mostReplayed, type PolicyReplay, replayPolicies } from '../../model/delivery/policy-replay';
import { retries } from '../../model/delivery/policy-effect';
import type { RetryPolicy } from '../../model/delivery/retry-policy';
import { checkMaxRetries } from '../../model/group/check-group-settings';
import { pickGroupSettings } from '../../model/group/group-settings';
import { failedLives } from '../../store/queries/group-stats/failed-lives';
import { aboutDatabaseTime } from '../../store/queries/schedule/database-time';
import type { BrokerContext } from '../context';

/** More messages than this are not replayed. */
const MOST = 5000;

export interface ReplayInput {
  readonly name: string;
  readonly maxRetries?: number | undefined;
  readonly retryPolicy?: RetryPolicy | undefined;
}

export interface ReplayedPolicy extends PolicyReplay {
  /** Of the settings in use. */
  readonly version: number;
  readonly asOf: Date;
  readonly from: Date;
  /** Only what failed last from this moment on is replayed, because there is more than can be read; null: all of it. */
  readonly cutAt: Date | null;
}

/**
 * What a policy would have made of the failures of the last 24 hours, beside the policy in use; nothing is changed.
 * @returns null: a broadcast group retries nothing
 * @throws BrokerError group-not-found, bad-request
 */
export async function replayPolicy(
  ctx: BrokerContext,
  { name, ...input }: ReplayInput,
): Promise<ReplayedPolicy | null> {
  const group = await ctx.groups.readNow(name);
  const before = pickGroupSettings(group);
  const { maxRetries = before.maxRetries, retryPolicy = before.retryPolicy } = input;
  const after = { maxRetries, retryPolicy };
  checkAll([() => checkMaxRetries(maxRetries), () => checkRetryPolicy(retryPolicy)]);
  if (!retries(before)) return null;
  const asOf = ctx.clock.nowOrNull() ?? (await aboutDatabaseTime(ctx.store.console));
  const from = new Date(asOf.getTime() - 24 * HOUR_MS);
  const limit = Math.min(MOST, mostReplayed([before, after]));
  const { records, cutAt } = await failedLives(ctx.store.console, { groupId: group.groupId, from, limit });
  const span = { fromMs: (cutAt ?? from).getTime(), nowMs: asOf.getTime() };
  return { version: group.version, asOf, from, cutAt, ...replayPolicies(records, [before, after], span) };
}
