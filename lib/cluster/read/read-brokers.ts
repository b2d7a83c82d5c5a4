import type { Reason } from '../../model/language/t';
import { BROKER_SETTING_NAMES, type BrokerSettingName } from '../../model/cluster/broker-setting';
import { type BrokerConfig, brokerConfig } from '../admin/broker-config';
import { nameServerInfo } from '../admin/cluster-info';
import { runtimeInfo } from '../admin/runtime-info';
import type { Cluster } from '../cluster';
import type { Answers } from '../topology/answers';
import { factsOf } from '../topology/read-facts';
import { clientVersion } from './client-version';

const CONFIG_MS = 10_000;
export const BROKER_STATES = 'broker states';

export interface BrokerState {
  readonly version: string;
  /** ASYNC_MASTER, SYNC_MASTER; null: it does not say. */
  readonly role: string | null;
  /** Null: it does not say. */
  readonly startedMs: number | null;
  readonly settings: BrokerSettings;
}

/** One that is missing the broker does not have. */
export type BrokerSettings = Readonly<Partial<Record<BrokerSettingName, string>>>;

/** What each master says of itself. A configuration changes seldom, and is long: it is asked for every 10 s at most. */
export async function readBrokerStates(cluster: Cluster): Promise<Answers<BrokerState>> {
  return cluster.shared.read(BROKER_STATES, CONFIG_MS, () =>
    cluster.gather(async (_broker, ask) => {
      const [config, info] = await Promise.all([ask(brokerConfig, undefined), ask(runtimeInfo, undefined)]);
      const { version, role } = factsOf(config, info);
      const startedMs = Number(info.bootTimestamp);
      return {
        ...{ version, role, settings: settingsOf(config) },
        startedMs: Number.isSafeInteger(startedMs) && startedMs > 0 ? startedMs : null,
      };
    }),
  );
}

export interface NameServerState {
  readonly address: string;
  /** Null: unknown. */
  readonly version: string | null;
  /** Null: it did not answer. */
  readonly brokers: readonly string[] | null;
  /** Brokers that another name server knows, and this one does not: its clients do not find them. */
  readonly lacks: readonly string[];
  readonly problem: Reason | null;
}

/** Each keeps its own table: brokers register at every one of them. */
export async function readNameServers(cluster: Cluster): Promise<readonly NameServerState[]> {
  return cluster.shared.read('name servers', CONFIG_MS, async () => {
    const answers = await cluster.askNameServers(nameServerInfo, undefined);
    const known = answers.map((answer) =>
      'value' in answer ? answer.value.brokers.map(({ name }) => name).toSorted() : null,
    );
    const all = [...new Set(known.flatMap((names) => names ?? []))].toSorted();
    return answers.map((answer, place) => {
      const brokers = known[place] ?? null;
      const lacks = brokers === null ? [] : all.filter((name) => !brokers.includes(name));
      const number = 'value' in answer ? answer.value.version : null;
      return {
        ...{ address: answer.address, version: number === null ? null : clientVersion(number), brokers, lacks },
        problem: 'reason' in answer ? answer.reason : null,
      };
    });
  });
}

function settingsOf(config: BrokerConfig): BrokerSettings {
  return Object.fromEntries(
    BROKER_SETTING_NAMES.flatMap((name) => {
      const value = config[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}
