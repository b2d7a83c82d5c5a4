import { type Answers, type BrokerState, readBrokerStates, readNameServers, readReplicas } from '../../../cluster';
import { BROKER_SETTING_NAMES, BROKER_SETTINGS } from '../../../model/cluster/broker-setting';
import type { BrokerOfCluster, BrokersOfCluster, SettingInBrokers } from '../../port/brokers';
import type { RocketmqContext } from '../context';
import { lastChangeOf, readSettingChanges } from './change-setting';
import { peersOf } from '../../../store/queries/cluster-sample/peers';
import { readLoad } from './load';

export async function listBrokers(ctx: RocketmqContext): Promise<BrokersOfCluster> {
  const { cluster } = ctx.engine;
  const [{ brokers: places }, states, peers, nameServers, replicas, recorded, seen] = await Promise.all([
    cluster.topology(),
    readBrokerStates(cluster),
    readLoad(ctx),
    readNameServers(cluster),
    readReplicas(cluster),
    readSettingChanges(ctx),
    peersOf(ctx.broker.store.console, ctx.engine.clusterId),
  ]);
  const brokers = peers.flatMap((peer): readonly BrokerOfCluster[] => {
    const { kind, seenAt: _seen, metrics: _metrics, ...load } = peer;
    if (kind !== 'broker') return [];
    const place = places.find(({ name }) => name === peer.name);
    const row = seen.find((each) => each.kind === 'broker' && each.name === peer.name);
    const state = states.parts.find(({ broker }) => broker === peer.name)?.value;
    return [
      {
        ...load,
        ...{ address: place?.announced ?? null, replicas: place?.replicaAddresses.length ?? 0 },
        ...{ version: state?.version ?? null, role: state?.role ?? null },
        startedAt: state?.startedMs == null ? null : new Date(state.startedMs),
        moved: row?.movedAt == null || row.movedFrom === null ? null : { at: row.movedAt, from: row.movedFrom },
      },
    ];
  });
  const settings = settingsOf(states).map((setting) => ({
    ...setting,
    last: lastChangeOf(recorded.get(setting.name), setting.values),
  }));
  return { asOf: states.asOf, brokers, replicas, nameServers, settings, silent: states.silent };
}

type ReadSetting = Omit<SettingInBrokers, 'last'>;

/** Settings in which brokers differ first, then those without the default; a setting of no broker is left out. */
export function settingsOf({ parts }: Answers<Pick<BrokerState, 'settings'>>): readonly ReadSetting[] {
  const all = BROKER_SETTING_NAMES.map((name): ReadSetting => {
    const values = parts.map(({ broker, value }) => ({ broker, value: value.settings[name] ?? null }));
    const found = values.flatMap(({ value }) => value ?? []);
    return {
      ...{ name, values, differs: new Set(values.map(({ value }) => value)).size > 1 },
      isUsual: found.every((value) => value === BROKER_SETTINGS[name].usual),
    };
  });
  const weight = ({ differs, isUsual }: ReadSetting): number => (differs ? 0 : isUsual ? 2 : 1);
  return all
    .filter(({ values }) => values.some(({ value }) => value !== null))
    .toSorted((one, other) => weight(one) - weight(other));
}
