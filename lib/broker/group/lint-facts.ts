import { type Signal, SIGNALS } from '../../model/signal/signal';
import { keepMsOf } from '../../model/dead-letter/dead-letter-retention';
import type { ConsumerGroup } from '../../model/group/group';
import type { LintFacts } from '../../model/group/group-lint';
import { lintFacts } from '../../store/queries/group-stats/lint-facts';
import type { BrokerContext } from '../context';

const OF_DEAD_LETTERS = (Object.keys(SIGNALS) as Signal[]).filter((watch) => SIGNALS[watch].ofDeadLetters);

/** What the settings of a group are judged against; of a group of a cluster, without its deliveries. */
export async function readLintFacts(
  ctx: BrokerContext,
  { groupId, name }: Pick<ConsumerGroup, 'groupId' | 'name'>,
): Promise<LintFacts> {
  const [row, retention] = await Promise.all([
    lintFacts(ctx.store.console, ctx.clock.nowOrNull(), { groupId, name, watches: OF_DEAD_LETTERS }),
    ctx.settings.find('dead-letter-retention'),
  ]);
  return { ...row, keepMs: keepMsOf(retention.value) };
}
