import { BrokerError } from '../../model/errors';
import { type Reason, told } from '../../model/language/t';
import { ANSWER, Refusal } from '../admin/call';
import type { GroupConfig } from '../admin/group-config';
import { oneGroupConfig } from '../admin/group-config-one';
import { refuseSystemGroup } from '../admin/system-names';
import { updateGroup } from '../admin/update-group';
import type { Cluster } from '../cluster';
import { type Answers, type BrokerAnswer, requireAll, requireSome } from '../topology/answers';
import type { LooseRecord } from '../wire/loose-json';
import { canonical } from './canonical';
import type { ClusterGroupChange, SettingsOutcome } from './group';
import { changeConfig, checkClusterGroup, defaultClusterGroup, settingsOf, unknownFields } from './group-settings';
import { requireVersion, versionOf } from './group-version';
import { GROUP_LIST } from './read-groups';
import { failedWords, notReadBack, notTried, otherSettings } from './write-words';

export interface ChangeGroupInput {
  readonly group: string;
  /** Of what the operator saw. */
  readonly version: string;
  readonly change: ClusterGroupChange;
  /** Change the masters that answer; the others will differ until they are made equal. */
  readonly withoutSilent?: boolean;
}

/** A new configuration for one broker; null: leave it alone. */
type Plan = (part: BrokerAnswer<GroupConfig | null>) => LooseRecord | null;

/** Compares, writes to each master that has the group, reads back. */
export async function changeGroup(cluster: Cluster, input: ChangeGroupInput): Promise<SettingsOutcome> {
  checkClusterGroup(input.change);
  return alone(cluster, input.group, async () => {
    const stored = await readStored(cluster, input.group, input.withoutSilent === true);
    requireVersion(input.group, input.version, stored.parts);
    return write(cluster, input.group, stored, ({ value }) => value && changeConfig(value.raw, input.change));
  });
}

/** One master's configuration, with what we do not know of it, for all others; the group is made where it is missing. */
export async function makeEqual(
  cluster: Cluster,
  { group, version, like }: { readonly group: string; readonly version: string; readonly like: string },
): Promise<SettingsOutcome> {
  return alone(cluster, group, async () => {
    const stored = await readStored(cluster, group, false);
    requireVersion(group, version, stored.parts);
    const model = stored.parts.find(({ broker }) => broker === like)?.value;
    if (model === null || model === undefined)
      throw new BrokerError('bad-request', told('{like} does not have the group {group}.', { like, group }), {
        field: 'like',
        value: like,
      });
    checkClusterGroup(settingsOf(model));
    return write(cluster, group, stored, ({ broker }) => (broker === like ? null : model.raw));
  });
}

/** On every master. */
export async function createGroup(
  cluster: Cluster,
  { group, settings }: { readonly group: string; readonly settings: ClusterGroupChange },
): Promise<SettingsOutcome> {
  const all = { ...defaultClusterGroup(), ...settings };
  checkClusterGroup(all);
  return alone(cluster, group, async () => {
    const stored = await readStored(cluster, group, false);
    const holder = stored.parts.find(({ value }) => value !== null);
    if (holder !== undefined)
      throw new BrokerError(
        'already-exists',
        told('{broker} already has the group {group}.', { broker: holder.broker, group }),
        { field: 'group' },
      );
    return write(cluster, group, stored, () => changeConfig({}, all));
  });
}

async function readStored(
  cluster: Cluster,
  group: string,
  withoutSilent: boolean,
): Promise<Answers<GroupConfig | null>> {
  const stored = await cluster.askMasters(oneGroupConfig, { group });
  return withoutSilent ? requireSome(stored) : requireAll(stored);
}

/**
 * One broker after the other, and none after the first that fails: the fewer differ, the better. Each is read back:
 * only that says what it has.
 */
async function write(
  cluster: Cluster,
  group: string,
  { parts }: Answers<GroupConfig | null>,
  plan: Plan,
): Promise<SettingsOutcome> {
  const brokers: SettingsOutcome['brokers'][number][] = [];
  const stored: BrokerAnswer<GroupConfig | null>[] = [];
  let failed: string | null = null;
  let changed = 0;
  for (const part of parts) {
    const { broker, value: before } = part;
    const raw = plan(part);
    const written = raw === null || failed !== null ? null : await writeOne(cluster, group, part, raw);
    const after = written === null ? before : written.after;
    const untried = raw !== null && failed !== null ? notTried(failed) : null;
    const problem = written?.problem ?? untried;
    if (written !== null && written.problem === null) changed += 1;
    if (written !== null && written.problem !== null) failed = broker;
    stored.push({ broker, value: after });
    const shown = (config: GroupConfig | null): SettingsOutcome['brokers'][number]['after'] =>
      config && settingsOf(config);
    brokers.push({ broker, before: shown(before), after: written?.isUnknown === true ? null : shown(after), problem });
  }
  cluster.shared.forget(GROUP_LIST);
  const reached = failed === null ? 'all' : changed === 0 ? 'none' : 'some';
  return { reached, brokers, version: versionOf(stored) };
}

interface Written {
  readonly after: GroupConfig | null;
  readonly problem: Reason | null;
  /** What the broker has now could not be read. */
  readonly isUnknown: boolean;
}

async function writeOne(
  cluster: Cluster,
  group: string,
  { broker, value: before }: BrokerAnswer<GroupConfig | null>,
  raw: LooseRecord,
): Promise<Written> {
  const { attributes } = settingsOf({ raw });
  const attributesBefore = before === null ? {} : settingsOf(before).attributes;
  let problem: Reason | null = null;
  try {
    await cluster.ask(broker, updateGroup, { group, raw, attributes, attributesBefore });
  } catch (error) {
    // A refusal of ours, before a byte was sent.
    if (!(error instanceof BrokerError) || error.code !== 'unavailable') throw error;
    problem = failedWords(error, isRefusal(error));
  }
  try {
    const after = await cluster.ask(broker, oneGroupConfig, { group });
    if (after !== null && has(after, raw)) return { after, problem: null, isUnknown: false };
    return { after, problem: problem ?? otherSettings(broker), isUnknown: false };
  } catch (error) {
    if (!(error instanceof BrokerError)) throw error;
    return { after: before, problem: notReadBack(problem, error), isUnknown: true };
  }
}

function isRefusal({ cause }: Error): boolean {
  return cause instanceof Refusal && cause.code !== ANSWER.busy;
}

/** The broker may add fields of its own; the fields that were written must be there. */
function has({ raw: stored }: GroupConfig, wanted: LooseRecord): boolean {
  const isSame = canonical(settingsOf({ raw: stored }) as never) === canonical(settingsOf({ raw: wanted }) as never);
  const others = Object.entries(unknownFields(wanted)).filter(([key]) => key !== 'groupName');
  return isSame && others.every(([key, value]) => canonical(stored[key] ?? null) === canonical(value));
}

/** Between comparing and writing no other call of this process writes the same group. */
async function alone<T>(cluster: Cluster, group: string, change: () => Promise<T>): Promise<T> {
  refuseSystemGroup(group);
  return cluster.alone(`group ${group}`, change);
}
