import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import type { GroupConfig } from '../admin/group-config';
import { oneGroupConfig } from '../admin/group-config-one';
import { type GroupConfigs, groupConfigs } from '../admin/group-configs';
import { isSystemGroup } from '../admin/system-names';
import type { Cluster } from '../cluster';
import { type Answers, type BrokerAnswer, requireSome, type SilentBroker } from '../topology/answers';
import { canonical } from './canonical';
import type { ClusterGroup, ClusterGroupField, ClusterGroups, ClusterGroupSettings } from './group';
import { CLUSTER_GROUP_FIELD_NAMES, CLUSTER_GROUP_FIELDS, settingsOf, unknownFields } from './group-settings';
import { digest, versionOf } from './group-version';
import { OfTables } from './of-tables';

const LIST_MS = 10_000;

/** Key of the list among what is kept for a moment; forgotten with each change. */
export const GROUP_LIST = 'groups';

/** The list of each master, of a few seconds ago. */
export async function readGroupConfigs(cluster: Cluster): Promise<Answers<GroupConfigs>> {
  return cluster.shared.read(GROUP_LIST, LIST_MS, () => cluster.askMasters(groupConfigs, undefined));
}

const listed = new OfTables<GroupConfigs, readonly ClusterGroup[]>();

/** Every group of every master, but those of the system. */
export async function listGroups(cluster: Cluster): Promise<ClusterGroups> {
  const answers = requireSome(await readGroupConfigs(cluster));
  const { asOf, parts, silent } = answers;
  const groups = listed.get(cluster, answers, () => groupsOf(answers));
  return { asOf, answered: parts.map(({ broker }) => broker), silent, groups };
}

function groupsOf({ parts: tables, silent }: Answers<GroupConfigs>): ClusterGroup[] {
  const byBroker = tables.map(({ broker, value }) => ({
    broker,
    configs: new Map(value.groups.map((config) => [config.group, config])),
  }));
  const names = new Set(byBroker.flatMap(({ configs }) => [...configs.keys()]));
  const own = [...names].filter((name) => !isSystemGroup(name)).toSorted();
  return own.map((name) => {
    const parts = byBroker.map(({ broker, configs }) => ({ broker, value: configs.get(name) ?? null }));
    return groupOf(name, { parts, silent });
  });
}

/** @throws BrokerError group-not-found when no master that answered has it and none is silent */
export async function readGroup(cluster: Cluster, group: string): Promise<ClusterGroup> {
  return groupOf(group, requireSome(await cluster.askMasters(oneGroupConfig, { group })));
}

/** @throws BrokerError */
export function groupOf(
  name: string,
  { parts, silent }: Pick<Answers<GroupConfig | null>, 'parts' | 'silent'>,
): ClusterGroup {
  const present = parts.filter((part): part is BrokerAnswer<GroupConfig> => part.value !== null);
  const [first] = present;
  if (first === undefined) throw notFound(name, silent);
  const same = new Map<string, ClusterGroupSettings>();
  const settingsAt = (config: GroupConfig): ClusterGroupSettings => {
    const key = digest(config);
    const settings = same.get(key) ?? settingsOf(config);
    same.set(key, settings);
    return settings;
  };
  const brokers = parts.map(({ broker, value }) => ({ broker, settings: value === null ? null : settingsAt(value) }));
  const settings = brokers.flatMap((each) => each.settings ?? []);
  const differs = same.size > 1;
  return {
    ...{ name, brokers, silent, settings: settings[0] ?? settingsOf(first.value) },
    differences: differs ? differencesOf(present, settings) : [],
    differsElsewhere: differs && new Set(present.map(({ value }) => canonical(unknownFields(value.raw)))).size > 1,
    missingOn: parts.filter(({ value }) => value === null).map(({ broker }) => broker),
    version: versionOf(parts),
  };
}

/** A value that cannot be read is compared as it is stored. */
function differencesOf(
  present: readonly BrokerAnswer<GroupConfig>[],
  settings: readonly ClusterGroupSettings[],
): readonly ClusterGroupField[] {
  return CLUSTER_GROUP_FIELD_NAMES.filter((field) => {
    const { key } = CLUSTER_GROUP_FIELDS[field];
    const values = present.map(({ value }, index) => settings[index]?.[field] ?? [value.raw[key] ?? null]);
    return new Set(values.map((value) => JSON.stringify(value))).size > 1;
  });
}

function notFound(name: string, silent: readonly SilentBroker[]): BrokerError {
  const brokers = silent.map(({ broker }) => broker);
  return silent.length === 0
    ? new BrokerError('group-not-found', told('No broker has the group {name}.', { name }), {
        field: 'group',
        value: name,
      })
    : new BrokerError(
        'unavailable',
        told('The brokers that responded have no group {name}. No response from {brokers}.', { name, brokers }),
      );
}
