import { formatCount, plural } from '@/components/ui/number.model';
import type { BrokerOfCluster, BrokersOfCluster } from '@/lib/console/operations/brokers/views';
import { BROKER_SETTINGS, type BrokerSettingName } from '@/lib/model/cluster/broker-setting';
import { MARK_STATES, type MarkRow, markRows } from '../load.model';

type Setting = BrokersOfCluster['settings'][number];
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

/** "3 of 3", and which brokers a name server lacks. */
export function registeredWords({ brokers, lacks }: NameServer): string {
  if (brokers === null) return 'unknown';
  const all = `${brokers.length} of ${brokers.length + lacks.length}`;
  return lacks.length === 0 ? all : `${all}, without ${lacks.join(', ')}`;
}
