import { type KeptVersions, keptVersions } from '../../store/queries/health/kept-versions';
import type { BrokerContext } from '../context';

/**
 * Passes that notice what other processes changed of groups, topics, settings and limits: one statement, and one more
 * for each kind that has changed. A kind whose comparison failed is compared again by the next pass.
 */
export function makeComparePass({
  store,
  groups,
  topics,
  settings,
  throttle,
}: Pick<BrokerContext, 'store' | 'groups' | 'topics' | 'settings' | 'throttle'>): () => Promise<void> {
  const compared: { -readonly [Kind in keyof KeptVersions]?: string | null } = {};
  return async () => {
    const readAt = performance.now();
    const now = await keptVersions(store.broker);
    const changed = (kind: keyof KeptVersions): boolean => compared[kind] !== now[kind];
    const compare = async (kind: keyof KeptVersions, work: () => Promise<void>): Promise<void> => {
      await work();
      compared[kind] = now[kind];
    };
    if (!changed('groups') && !groups.hasUnchecked) groups.confirm(readAt);
    else await compare('groups', () => groups.compare());
    if (!changed('topics')) topics.confirm(readAt);
    else await compare('topics', async () => topics.change());
    if (changed('settings') || settings.hasUnchecked) await compare('settings', () => settings.compare());
    if (changed('limits')) await compare('limits', () => throttle.reload());
  };
}
