import { t } from '@/lib/model/language/t';
import { formatCount, plural } from '@/components/ui/number.model';
import type { BrokerOfCluster, BrokersOfCluster } from '@/lib/console/operations/brokers/views';
import { BROKER_SETTINGS, type BrokerSettingName } from '@/lib/model/cluster/broker-setting';
import { type ChangeableSetting, SETTING_CHANGES } from '@/lib/model/cluster/setting-change';
import { MARK_STATES, type MarkRow, markRows } from '../load.model';

type Setting = BrokersOfCluster['settings'][number];
type LastChange = NonNullable<Setting['last']>;
type NameServer = BrokersOfCluster['nameServers'][number];

/** "2 brokers, 1 name server; RocketMQ 5.3.3; broker-b does not respond; 1 setting differs." */
export function brokersWords({ brokers, nameServers, settings }: BrokersOfCluster): string {
  const versions = [...new Set(brokers.flatMap(({ version }) => version ?? []))].toSorted();
  const away = [
    ...brokers.flatMap(({ name, awayWhy }) => (awayWhy === null ? [] : name)),
    ...nameServers.flatMap(({ address, problem }) => (problem === null ? [] : address)),
  ];
  const differing = differingCount(settings);
  return [
    `${plural(brokers.length, 'broker')}, ${plural(nameServers.length, 'name server')}`,
    ...(versions.length === 0 ? [] : [`RocketMQ ${versions.join(' and ')}`]),
    ...(away.length === 0 ? [] : [`${away.join(' and ')} ${away.length === 1 ? 'does' : 'do'} not respond`]),
    ...(differing === 0 ? [] : [`${plural(differing, 'setting')} ${differing === 1 ? 'differs' : 'differ'}`]),
  ]
    .join('; ')
    .concat('.');
}

/** How many settings differ between brokers. */
export function differingCount(settings: readonly Pick<Setting, 'differs'>[]): number {
  return settings.filter(({ differs }) => differs).length;
}

/** The limit of a broker that is nearest to a refusal; null: none is known. */
export function nearestOf(broker: Pick<BrokerOfCluster, 'name' | 'marks'>): MarkRow | null {
  return markRows([broker]).find(({ share }) => share !== null && share.kind !== 'unknown') ?? null;
}

/** "first waiting send: 70 %" is the bar's; this is what it is of, and a warning. */
export function nearestWords({ says, state }: MarkRow): string {
  return state === 'room' ? says.toLowerCase() : `${says.toLowerCase()}: ${MARK_STATES[state].toLowerCase()}`;
}

/** One value where all brokers have it, else which broker has which. */
export function valueWords({ name, values, differs }: Setting): string {
  const shown = (value: string | null): string => (value === null ? 'not there' : settingAmount(name, value));
  if (!differs) return shown(values[0]?.value ?? null);
  return values.map(({ broker, value }) => `${broker}: ${shown(value)}`).join(', ');
}

/** "4,194,304 bytes", "72 hours"; a word stays as it is. */
export function settingAmount(name: BrokerSettingName, value: string): string {
  const { unit } = BROKER_SETTINGS[name];
  if (unit === null || !/^\d{1,15}$/.test(value)) return value;
  const count = formatCount(Number(value));
  return unit === 'percent' ? `${count} %` : `${count} ${unit}`;
}

/** Why no setting can be changed now; null: each that is made for it can. */
export function changeBlock({ silent }: BrokersOfCluster, mayNotChange: string | null): string | null {
  if (mayNotChange !== null) return mayNotChange;
  const names = silent.map(({ broker }) => broker).join(', ');
  return names === '' ? null : `${names} did not respond: settings are changed when all brokers respond`;
}

/** "broker-a: 72 hours → 48 hours", a line for each broker that has the setting. */
export function previewLines(setting: Setting, value: string | null): readonly string[] {
  const { name } = setting;
  return setting.values.map(({ broker, value: has }) => {
    if (has === null) return `${broker}: does not have this setting`;
    const now = settingAmount(name, has);
    if (value === null) return `${broker}: ${now}`;
    return has === value ? `${broker}: ${now}, unchanged` : `${broker}: ${now} → ${settingAmount(name, value)}`;
  });
}

/** What changes where a broker has the setting. */
export function changesTo({ values }: Setting, value: string): LastChange['changes'] {
  return values.flatMap(({ broker, value: seen }) => (seen === null ? [] : [{ broker, seen, value }]));
}

/** "Back to 72 hours", or that of each broker. */
export function revertWords(name: BrokerSettingName, { changes }: LastChange): string {
  const to = [...new Set(changes.map(({ value }) => value))];
  const [only] = to;
  if (only !== undefined && to.length === 1) return `Back to ${settingAmount(name, only)}`;
  return `Back to ${changes.map(({ broker, value }) => `${settingAmount(name, value)} on ${broker}`).join(', ')}`;
}

/** "hours, 1 to 8,760". */
export function rangeWords(name: ChangeableSetting): string | null {
  const { range } = SETTING_CHANGES[name];
  if (range === null) return null;
  const { unit } = BROKER_SETTINGS[name];
  const limits = `${formatCount(range.min)} to ${formatCount(range.max)}`;
  return unit === null ? limits : `${unit === 'percent' ? '%' : unit}, ${limits}`;
}

/** Whether a replica has what its master has. */
export function replicaWords(replica: BrokersOfCluster['replicas'][number]): string {
  const { isInSync, isConnected, isRegistered } = replica;
  const known = isInSync === null ? 'unknown' : isInSync ? 'in sync' : 'behind';
  const state = isConnected === false ? 'not connected' : known;
  return isRegistered ? state : `${state}, not registered at a name server`;
}

/** What a switch-over means; on hover. */
export function movedWords(from: string): string {
  return t('The master was at {from} before: a switch-over, or a restart at another address.', { from });
}

/** "3 of 3", and which brokers a name server lacks. */
export function registeredWords({ brokers, lacks }: NameServer): string {
  if (brokers === null) return 'unknown';
  const all = `${brokers.length} of ${brokers.length + lacks.length}`;
  return lacks.length === 0 ? all : `${all}, without ${lacks.join(', ')}`;
}
