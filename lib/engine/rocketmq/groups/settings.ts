import type { ClusterGroup, ClusterGroupChange, ClusterGroupSettings } from '../../../cluster';
import { checkRetryPolicy } from '../../../model/delivery/check-retry-policy';
import { BrokerError } from '../../../model/errors';
import { inEnglish } from '../../../model/language/speech';
import { tell, told } from '../../../model/language/t';
import { LIMITS } from '../../../model/limits';
import {
  defaultGroupSettings,
  GROUP_FIELD_NAMES,
  GROUP_FIELDS,
  type GroupField,
  type GroupSettings,
  type GroupSettingsInput,
} from '../../../model/group/group-settings';
import type { ClusterGroupVersionRow } from '../../../store/queries/cluster/group-version';

/** A group of a cluster in the words of every group: as the first master that has it says. */
export function settingsOfCluster({ settings }: Pick<ClusterGroup, 'settings'>): GroupSettings {
  const deliveryOrder = settings.isOrdered ? 'ordered' : 'concurrent';
  const fallback = defaultGroupSettings(deliveryOrder);
  return {
    ...fallback,
    maxRetries: settings.maxRetries,
    retryPolicy: settings.retryPolicy ?? fallback.retryPolicy,
    consumptionTimeoutMs: settings.consumptionTimeoutMs,
    ...liteOf(settings),
  };
}

/**
 * What the attributes say of lite topics; versions of a group that were kept earlier may have none. Source:
 * SubscriptionGroupConfig, where any value of the wildcard counts.
 */
function liteOf({
  attributes,
}: Partial<Pick<ClusterGroupSettings, 'attributes'>>): Pick<GroupSettings, 'liteModel' | 'liteQuota'> {
  const quota = Number(attributes?.['lite.sub.client.quota'] ?? Number.NaN);
  const isExclusive = attributes?.['lite.sub.model'] === 'Exclusive';
  return {
    liteModel: attributes?.['lite.sub.wildcard'] !== undefined ? 'all' : isExclusive ? 'exclusive' : 'shared',
    liteQuota: Number.isSafeInteger(quota) ? quota : LIMITS.liteSubscriptionsPerClient,
  };
}

/** What the brokers store of it. @throws BrokerError unsupported, for a field that they have no place for */
export function changeForCluster(input: GroupSettingsInput, before: GroupSettings | null): ClusterGroupChange {
  for (const field of GROUP_FIELD_NAMES) refuseUnlessKept(field, input, before);
  const { maxRetries, deliveryOrder, retryPolicy, consumptionTimeoutMs } = input;
  if (retryPolicy !== undefined) checkRetryPolicy(retryPolicy);
  return {
    ...(maxRetries === undefined ? {} : { maxRetries }),
    ...(deliveryOrder === undefined ? {} : { isOrdered: deliveryOrder === 'ordered' }),
    ...(retryPolicy === undefined ? {} : { retryPolicy }),
    ...(consumptionTimeoutMs === undefined ? {} : { consumptionTimeoutMs }),
  };
}

function refuseUnlessKept(field: GroupField, input: GroupSettingsInput, before: GroupSettings | null): void {
  const { notInCluster } = GROUP_FIELDS[field];
  const given = input[field];
  if (notInCluster === null || given === undefined) return;
  if (given === (before ?? defaultGroupSettings('concurrent'))[field]) return;
  throw new BrokerError(
    'unsupported',
    told('{field} cannot be set in a cluster: {notInCluster}.', { field, notInCluster }),
    {
      field,
      limit: inEnglish(() => tell(notInCluster)),
    },
  );
}

/** By broker, as it is kept with a version; null: the group is missing there. */
export function settingsByBroker({
  brokers,
}: Pick<ClusterGroup, 'brokers'>): Record<string, ClusterGroupSettings | null> {
  return Object.fromEntries(brokers.map(({ broker, settings }) => [broker, settings]));
}

/** The settings of a version, of the first broker that had the group then; null: none had it. */
export function keptSettings({ brokers }: Pick<ClusterGroupVersionRow, 'brokers'>): GroupSettings | null {
  const has = Object.values(brokers).find((settings) => typeof settings === 'object' && settings !== null);
  return has === undefined ? null : settingsOfCluster({ settings: has as ClusterGroupSettings });
}
