import { msg, t, told } from '../../../model/language/t';
import { type Feature, listGroups, readCalls, readFacts, type SilentBroker, supportFor } from '../../../cluster';
import { bound, known, type ToldReading, unknown } from '../../../model/reading';
import type { BrokersView, GroupList, GroupRow } from '../../port/groups';
import { newestLevels } from '../../../store/queries/cluster-sample/newest';
import { whyNot } from '../../../model/why-not';
import { databaseNow } from '../../reading-time';
import type { RocketmqContext } from '../context';
import { noteVersions } from './note-versions';
import { isPaused, readPause } from './paused';
import { figuresOfSample } from './sampled-figures';
import { drainsOfCluster } from './drains';
import { figuresOfCluster, FRESH_MS, inBrokers, viewOfCluster } from './state';

/** Of versions: the sampler notes the others. */
const NOTED_BY_A_PAGE = 100;
/** Features of the table of capabilities that a page says are missing. */
const TOLD: readonly { readonly feature: Feature; readonly what: string }[] = [
  { feature: 'in-flight', what: msg('In flight, 5.x') },
  { feature: 'producers', what: msg('Producers, 5.x') },
  { feature: 'blocked-keys', what: msg('Blocked keys') },
];
const onlyDue = () => ({ what: t('Waiting retries'), reason: t('Only retries that are due now are counted.') });

export async function readClusterGroups(ctx: RocketmqContext): Promise<GroupList> {
  const { broker, engine } = ctx;
  const { groups, answered, silent } = await listGroups(engine.cluster);
  const db = broker.store.console;
  const [versions, asOf, backlogOf] = await Promise.all([
    noteVersions(broker, engine.clusterId, groups, NOTED_BY_A_PAGE),
    databaseNow(db),
    drainsOfCluster(ctx),
  ]);
  const levels = await sampledLevels(ctx, asOf);
  const sampleOf = engine.groups.look(groups);
  const items: GroupRow[] = [];
  for (const group of groups) {
    const sampled = sampleOf(group.name);
    const figures = sampled === null ? figuresOfSample(levels.get(group.name), asOf) : figuresOfCluster(sampled, asOf);
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

/** Of the step that some console wrote last: this one may have read few groups yet. */
async function sampledLevels({ broker: { store }, engine }: RocketmqContext, asOf: string) {
  const since = new Date(Date.parse(asOf) - FRESH_MS);
  const rows = await newestLevels(store.console, since, engine.clusterId);
  return new Map(rows.map((row) => [row.group, row]));
}

/** A group may live on a silent broker alone. */
function totalOf(count: number, { answered, silent }: BrokersView, asOf: string): ToldReading<number> {
  if (silent.length === 0) return known(count, asOf);
  const counted = { answered: answered.length, all: answered.length + silent.length };
  const missing = told('{answered, number} of {all, number} brokers responded', counted);
  return answered.length === 0 ? unknown(missing, asOf) : bound('atLeast', count, asOf, missing);
}

/** Brokers count refusals for Prometheus alone. */
const refusals = () => ({
  what: t('Refused sends and calls without permission'),
  reason: t('Counted only if the address of the Prometheus port of each broker is set for this cluster.'),
});

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
      calls.length === 0 ? unknown(t('no call yet')) : known(Math.max(...calls.map((each) => each.perSecond)), asOf),
    notTold: [
      onlyDue(),
      { what: t('Messages about to move to the DLQ'), reason: whyNot('cluster', 'last-attempts') ?? '' },
      ...(engine.metrics.isSet ? [] : [refusals()]),
      ...TOLD.flatMap(({ feature, what }) => {
        const support = supportFor(feature, 'pop', facts);
        return support.level === 'full' ? [] : [{ what: t(what), reason: t(support.reason) }];
      }),
    ],
  };
}
