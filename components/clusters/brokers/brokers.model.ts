import { compareNames } from '@/lib/model/language/names';
import { t } from '@/lib/model/language/t';
import { formatCount } from '@/components/ui/number.model';
import type { BrokerOfCluster, BrokersOfCluster } from '@/lib/console/operations/brokers/views';
import { BROKER_SETTINGS, type BrokerSetting, type BrokerSettingName } from '@/lib/model/cluster/broker-setting';
import { type ChangeableSetting, SETTING_CHANGES } from '@/lib/model/cluster/setting-change';
import { awayWords, type MarkRow, markRows } from '../load.model';
import { enumerated, listOf, sentences } from '@/lib/model/language/list';

type Setting = BrokersOfCluster['settings'][number];
type LastChange = NonNullable<Setting['last']>;
type NameServer = BrokersOfCluster['nameServers'][number];

/** "2 brokers, 1 name server. RocketMQ 5.3.3. broker-b is not responding. 1 setting differs between brokers." */
export function brokersWords({ brokers, nameServers, settings }: BrokersOfCluster): string {
  const versions = [...new Set(brokers.flatMap(({ version }) => version ?? []))].toSorted(compareNames);
  const away = [
    ...brokers.flatMap(({ name, awayWhy }) => (awayWhy === null ? [] : name)),
    ...nameServers.flatMap(({ address, problem }) => (problem === null ? [] : address)),
  ];
  const differing = differingCount(settings);
  return sentences(
    t(
      `{brokers, plural, one {# broker} other {# brokers}}, {nameServers, plural, one {# name server} other {# name
      servers}}.`,
      { brokers: brokers.length, nameServers: nameServers.length },
    ),
    versions.length === 0 ? '' : t('RocketMQ {versions}.', { versions: listOf(versions) }),
    awayWords(away),
    differing === 0
      ? ''
      : t('{count, plural, one {# setting differs} other {# settings differ}} between brokers.', { count: differing }),
  );
}

/** How many settings differ between brokers. */
export function differingCount(settings: readonly Pick<Setting, 'differs'>[]): number {
  return settings.filter(({ differs }) => differs).length;
}

/** The limit of a broker that is nearest to a refusal; null: none is known. */
export function nearestOf(broker: Pick<BrokerOfCluster, 'name' | 'marks'>): MarkRow | null {
  return markRows([broker]).find(({ share }) => share !== null && share.kind !== 'unknown') ?? null;
}

/** Beside the bar, which has the share: which level it is, and a warning. */
export function nearestWords({ says, state }: MarkRow): string {
  if (state === 'refusing') return t('{level}: refusing', { level: says });
  return state === 'warning' ? t('{level}: near its limit', { level: says }) : says;
}

/** One value where all brokers have it, else which broker has which. */
export function valueWords({ name, values, differs }: Setting): string {
  const shown = (value: string | null): string => (value === null ? t('not set') : settingAmount(name, value));
  if (!differs) return shown(values[0]?.value ?? null);
  return enumerated(values.map(({ broker, value }) => t('{broker}: {value}', { broker, value: shown(value) })));
}

const UNITS: Readonly<Record<NonNullable<BrokerSetting['unit']>, (count: number) => string>> = {
  hours: (count) => t('{count, plural, one {# hour} other {# hours}}', { count }),
  seconds: (count) => t('{count, plural, one {# second} other {# seconds}}', { count }),
  ms: (count) => t('{count, number} ms', { count }),
  percent: (count) => t('{count, number} %', { count }),
  bytes: (count) => t('{count, plural, one {# byte} other {# bytes}}', { count }),
  requests: (count) => t('{count, plural, one {# request} other {# requests}}', { count }),
};

/** "4,194,304 bytes", "72 hours"; a word stays as it is. */
export function settingAmount(name: BrokerSettingName, value: string): string {
  const { unit } = BROKER_SETTINGS[name];
  if (unit === null || !/^\d{1,15}$/.test(value)) return value;
  return UNITS[unit](Number(value));
}

/** Why no setting can be changed now; null: each that is made for it can. */
export function changeBlock({ silent }: BrokersOfCluster, mayNotChange: string | null): string | null {
  if (mayNotChange !== null) return mayNotChange;
  if (silent.length === 0) return null;
  return t('{brokers} did not respond: settings can be changed when all brokers respond', {
    brokers: enumerated(silent.map(({ broker }) => broker)),
  });
}

/** "broker-a: 72 hours → 48 hours", a line for each broker that has the setting. */
export function previewLines(setting: Setting, value: string | null): readonly string[] {
  const { name } = setting;
  return setting.values.map(({ broker, value: has }) => {
    if (has === null) return t('{broker}: does not have this setting', { broker });
    const now = settingAmount(name, has);
    if (value === null) return t('{broker}: {value}', { broker, value: now });
    return has === value
      ? t('{broker}: {now}, unchanged', { broker, now })
      : t('{broker}: {now} → {next}', { broker, now, next: settingAmount(name, value) });
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
  if (only !== undefined && to.length === 1) return t('Back to {values}', { values: settingAmount(name, only) });
  const each = changes.map(({ broker, value }) =>
    t('{value} on {broker}', { broker, value: settingAmount(name, value) }),
  );
  return t('Back to {values}', { values: enumerated(each) });
}

/** "1 hour to 8,760 hours". */
export function rangeWords(name: ChangeableSetting): string | null {
  const { range } = SETTING_CHANGES[name];
  if (range === null) return null;
  const { unit } = BROKER_SETTINGS[name];
  const said = unit === null ? formatCount : UNITS[unit];
  return t('{min} to {max}', { min: said(range.min), max: said(range.max) });
}

/** Whether a replica has what its master has. */
export function replicaWords(replica: BrokersOfCluster['replicas'][number]): string {
  const { isInSync, isConnected, isRegistered } = replica;
  const known = isInSync === null ? t('unknown') : isInSync ? t('in sync') : t('behind');
  const state = isConnected === false ? t('not connected') : known;
  return isRegistered ? state : t('{state}, not registered at a name server', { state });
}

/** What a switch-over means; on hover. */
export function movedWords(from: string): string {
  return t('The master was at {from} before: a switch-over, or a restart at another address.', { from });
}

/** "3 of 3", and which brokers a name server lacks. */
export function registeredWords({ brokers, lacks }: NameServer): string {
  if (brokers === null) return t('unknown');
  const count = { count: brokers.length, all: brokers.length + lacks.length };
  return lacks.length === 0
    ? t('{count, number} of {all, number}', count)
    : t('{count, number} of {all, number}, without {brokers}', { ...count, brokers: enumerated(lacks) });
}
