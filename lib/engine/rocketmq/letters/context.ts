import { type BrokerContext, GroupDirectory, TopicDirectory } from '../../../broker';
import { metricsOf } from '../../../model/metrics';
import type { ClusterPlace } from '../../../store/client';

/**
 * For every verb about dead letters: the same verb, and the letters of an attached cluster. Its connections find the
 * views of the schema in_cluster under the names of the embedded broker's tables, so the verbs are one.
 */
export function lettersContext(ctx: BrokerContext, place: ClusterPlace): BrokerContext {
  const pool = ctx.store.inCluster(place);
  const store = { ...ctx.store, broker: pool, console: pool };
  const groups = new GroupDirectory(pool);
  return {
    ...ctx,
    workspace: place.name,
    metrics: metricsOf(place.name, ctx.metrics),
    store,
    groups,
    topics: new TopicDirectory(pool, () => Promise.resolve(false)),
  };
}
