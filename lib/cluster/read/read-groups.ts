import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import type { GroupConfig } from '../admin/group-config';
import { oneGroupConfig } from '../admin/group-config-one';
import { type GroupConfigs, groupConfigs } from '../admin/group-configs';
import { isSystemGroup } from '../admin/system-names';
import type { Cluster } from '../cluster';
import { type Answers, type BrokerAnswer, mapAnswers, requireSome, type SilentBroker } from '../topology/answers';
import { canonical } from './canonical';
import type { ClusterGroup, ClusterGroups } from './group';
import { CLUSTER_GROUP_FIELD_NAMES, CLUSTER_GROUP_FIELDS, settingsOf, unknownFields } from './group-settings';
import { versionOf } from './group-version';

const LIST_MS = 10_000;

/** Key of the list among what is kept for a moment; forgotten with each change. */
export const GROUP_LIST = 'groups';

/** The list of each master, of a few seconds ago. */
export async function readGroupConfigs(cluster: Cluster): Promise<Answers<GroupConfigs>> {
  return cluster.shared.read(GROUP_LIST, LIST_MS, () => cluster.askMasters(groupConfigs, undefined));
}

/** Every group of every master, but those of the system. */
export async function listGroups(cluster: Cluster): Promise<ClusterGroups> {
  const answers = requireSome(await readGroupConfigs(cluster));
  const byBroker = mapAnswers(answers, ({ groups }) => new Map(groups.map((config) => [config.group, config])));
  const names = new Set(byBroker.parts.flatMap(({ value }) => [...value.keys()]));
  const own = [...names].filter((name) => !isSystemGroup(name)).toSorted();
  return {
    asOf: answers.asOf,
    answered: answers.parts.map(({ broker }) => broker),
    silent: answers.silent,
    groups: own.map((name) =>
      groupOf(
        name,
        mapAnswers(byBroker, (configs) => configs.get(name) ?? null),
      ),
    ),
  };
}

/** @throws BrokerError group-not-found when no master that answered has it and none is silent */
export async function readGroup(cluster: Cluster, group: string): Promise<ClusterGroup> {
  return groupOf(group, requireSome(await cluster.askMasters(oneGroupConfig, { group })));
}

/** @throws BrokerError */
export function groupOf(name: string, { parts, silent }: Answers<GroupConfig | null>): ClusterGroup {
  const present = parts.filter((part): part is BrokerAnswer<GroupConfig> => part.value !== null);
  const [first] = present;
  if (first === undefined) throw notFound(name, silent);
  return {
    name,
    brokers: parts.map(({ broker, value }) => ({ broker, settings: value === null ? null : settingsOf(value) })),
    silent,
    settings: settingsOf(first.value),
    differences: CLUSTER_GROUP_FIELD_NAMES.filter((field) => {
      const { key } = CLUSTER_GROUP_FIELDS[field];
      return (
        new Set(present.map(({ value }) => JSON.stringify(settingsOf(value)[field] ?? [value.raw[key] ?? null]))).size >
        1
      );
    }),
    differsElsewhere: new Set(present.map(({ value }) => canonical(unknownFields(value.raw)))).size > 1,
    missingOn: parts.filter(({ value }) => value === null).map(({ broker }) => broker),
    version: versionOf(parts),
  };
}

function notFound(name: string, silent: readonly SilentBroker[]): BrokerError {
  const brokers = silent.map(({ broker }) => broker).join(' and ');
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
