import { type Feature, listGroups, readCalls, readFacts, type SilentBroker, supportFor } from '../../../cluster';
import { bound, known, type Reading, unknown } from '../../../model/reading';
import type { BrokersView, GroupList, GroupRow } from '../../port/groups';
import { databaseNow } from '../../reading-time';
import type { RocketmqContext } from '../context';
import { noteVersions } from './note-versions';
import { isPaused, readPause } from './paused';
import { drainsOfCluster, figuresOfCluster, inBrokers, viewOfCluster } from './state';

/** Features of the table of capabilities that a page says are missing. */
const TOLD: readonly { readonly feature: Feature; readonly what: string }[] = [
  { feature: 'in-flight', what: 'In flight, 5.x' },
  { feature: 'producers', what: 'Producers, 5.x' },
  { feature: 'blocked-keys', what: 'Blocked keys' },
];
const ONLY_DUE = { what: 'Waiting retries', reason: 'only retries that are due now are counted' };

export async function readClusterGroups(ctx: RocketmqContext): Promise<GroupList> {
  const { broker, engine } = ctx;
  const { groups, answered, silent } = await listGroups(engine.cluster);
  const sampleOf = engine.groups.look(groups);
  const [versions, asOf, backlogOf] = await Promise.all([
    noteVersions(broker, engine.clusterId, groups),
    databaseNow(broker.store.console),
    drainsOfCluster(ctx),
  ]);
  const items: GroupRow[] = [];
  for (const group of groups) {
    const sampled = sampleOf(group.name);
    const figures = figuresOfCluster(sampled, asOf);
    // Few are paused: only of those is it looked up who did it.
    const pause = isPaused(group) ? await readPause(broker, engine.clusterId, group) : null;
    items.push({
      ...viewOfCluster(group, versions.get(group.name), pause),
      ...{ figures, backlog: backlogOf(group.name), inBrokers: inBrokers(group, sampled) },
    });
  }
  const brokers = await readBrokers(ctx, answered, silent, asOf);
  return { items, total: totalOf(items.length, brokers, asOf), nextCursor: null, brokers };
}

/** A group may live on a silent broker alone. */
function totalOf(count: number, { answered, silent }: BrokersView, asOf: string): Reading<number> {
  if (silent.length === 0) return known(count, asOf);
  const missing = `${answered.length} of ${answered.length + silent.length} brokers answered`;
  return answered.length === 0 ? unknown(missing, asOf) : bound('atLeast', count, asOf, missing);
}

async function readBrokers(
  { engine }: RocketmqContext,
  answered: readonly string[],
  silent: readonly SilentBroker[],
  asOf: string,
): Promise<BrokersView> {
  const calls = readCalls(engine.cluster);
  const facts = await readFacts(engine.cluster).then(
    ({ parts }) => parts.map(({ value }) => value),
    () => [],
  );
  return {
    ...{ answered, silent },
    callsPerSecond:
      calls.length === 0 ? unknown('no call yet') : known(Math.max(...calls.map((each) => each.perSecond)), asOf),
    notTold: [
      ONLY_DUE,
      ...TOLD.flatMap(({ feature, what }) => {
        const support = supportFor(feature, 'pop', facts);
        return support.level === 'full' ? [] : [{ what, reason: support.reason }];
      }),
    ],
  };
}
