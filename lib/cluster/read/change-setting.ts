import { BrokerError } from '../../model/errors';
import { type Reason, told } from '../../model/language/t';
import { type ChangeableSetting, SETTING_CHANGES } from '../../model/cluster/setting-change';
import { type BrokerConfig, brokerConfig } from '../admin/broker-config';
import { ANSWER, Refusal } from '../admin/call';
import { updateSetting } from '../admin/update-setting';
import type { Cluster } from '../cluster';
import { type BrokerAnswer, requireAll } from '../topology/answers';
import { FACTS } from '../topology/read-facts';
import { BROKER_STATES } from './read-brokers';
import { failedWords, notReadBack, notTried } from './write-words';

export interface SettingAtBroker {
  readonly broker: string;
  /** What the operator saw there. */
  readonly seen: string;
  readonly value: string;
}

export interface ChangeSettingInput {
  readonly setting: ChangeableSetting;
  /** Brokers that are not named keep what they have. */
  readonly changes: readonly SettingAtBroker[];
}

export interface SettingOutcome {
  readonly reached: 'all' | 'some' | 'none';
  readonly brokers: readonly {
    readonly broker: string;
    readonly before: string;
    /** As read back; null: that is not known. */
    readonly after: string | null;
    readonly problem: Reason | null;
  }[];
}

/**
 * One setting on the masters that are named, one after another and none after the first that fails; each is read back.
 * One change of a cluster at a time. `record` runs when nothing more keeps it from being sent.
 * @throws BrokerError bad-request, not-found, conflict: a broker has another value than was seen, unavailable
 */
export async function changeBrokerSetting(
  cluster: Cluster,
  input: ChangeSettingInput,
  record: () => Promise<void>,
): Promise<SettingOutcome> {
  const { changes } = input;
  if (new Set(changes.map(({ broker }) => broker)).size < changes.length)
    throw new BrokerError('bad-request', told('Name each broker only once.'), { field: 'changes' });
  return cluster.alone('settings', async () => {
    const { parts } = requireAll(await cluster.askMasters(brokerConfig, undefined));
    requireSeen(input, parts);
    await record();
    return writeAll(cluster, input);
  });
}

function requireSeen({ setting, changes }: ChangeSettingInput, parts: readonly BrokerAnswer<BrokerConfig>[]): void {
  for (const { broker, seen } of changes) {
    const config = parts.find((part) => part.broker === broker)?.value;
    if (config === undefined)
      throw new BrokerError('not-found', told('The cluster has no broker {broker}.', { broker }), {
        field: 'broker',
        value: broker,
      });
    const has = config[setting];
    if (has === undefined)
      throw new BrokerError('bad-request', told('{broker} has no setting {setting}.', { broker, setting }), {
        field: 'setting',
        value: setting,
      });
    if (has !== seen)
      throw new BrokerError(
        'conflict',
        told('{setting} of {broker} is now {has}, and you saw {seen}. Reload the page.', {
          setting,
          broker,
          has,
          seen,
        }),
        {
          ...{ field: 'seen', limit: has, value: seen },
        },
      );
    if (SETTING_CHANGES[setting].isFixedInDledger && config.enableDLegerCommitLog === 'true')
      throw new BrokerError(
        'bad-request',
        told('{broker} uses DLedger, which reads {setting} only when it starts.', { broker, setting }),
        {
          ...{ field: 'setting', value: setting },
        },
      );
  }
  if (changes.every(({ seen, value }) => seen === value))
    throw new BrokerError('bad-request', told('Every broker already has this value.'), { field: 'value' });
}

async function writeAll(cluster: Cluster, { setting, changes }: ChangeSettingInput): Promise<SettingOutcome> {
  const brokers: SettingOutcome['brokers'][number][] = [];
  let failed: string | null = null;
  let changed = 0;
  for (const { broker, seen: before, value } of changes) {
    const one = { broker, before };
    if (failed !== null) brokers.push({ ...one, after: before, problem: notTried(failed) });
    else if (value === before) brokers.push({ ...one, after: before, problem: null });
    else {
      const { after, problem } = await writeOne(cluster, broker, { setting, value });
      brokers.push({ ...one, after, problem });
      if (problem === null) changed += 1;
      else failed = broker;
    }
  }
  for (const name of [BROKER_STATES, FACTS]) cluster.shared.forget(name);
  return { reached: failed === null ? 'all' : changed === 0 ? 'none' : 'some', brokers };
}

async function writeOne(
  cluster: Cluster,
  broker: string,
  { setting, value }: { readonly setting: ChangeableSetting; readonly value: string },
): Promise<{ readonly after: string | null; readonly problem: Reason | null }> {
  let problem: Reason | null = null;
  try {
    await cluster.ask(broker, updateSetting, { setting, value });
  } catch (error) {
    // A refusal of ours, before a byte was sent.
    if (!(error instanceof BrokerError) || error.code !== 'unavailable') throw error;
    const isRefused = error.cause instanceof Refusal && error.cause.code !== ANSWER.busy;
    problem = failedWords(error, isRefused);
  }
  try {
    const after = (await cluster.ask(broker, brokerConfig, undefined))[setting] ?? null;
    if (after === value) return { after, problem: null };
    return {
      after,
      problem:
        problem ??
        (after === null
          ? told('{broker} has no value after the change', { broker })
          : told('{broker} has {after} after the change', { broker, after })),
    };
  } catch (error) {
    if (!(error instanceof BrokerError)) throw error;
    return { after: null, problem: notReadBack(problem, error) };
  }
}
