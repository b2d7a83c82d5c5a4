import { changeBrokerSetting, type SettingOutcome } from '../../../cluster';
import { CHANGEABLE_SETTINGS, requireSettingValue } from '../../../model/cluster/setting-change';
import { appendAudit } from '../../../store/queries/audit/audit-append';
import { newestSettingChanges, type RecordedSettingChange } from '../../../store/queries/audit/newest-setting-changes';
import type { LastSettingChange, SettingChangeAsked, SettingInBrokers } from '../../port/brokers';
import type { RocketmqContext } from '../context';
import { requireChanges } from '../groups/write';
import { requireReached } from '../partly';
import { told } from '../../../model/language/t';

/** On record before the first byte is sent. @throws BrokerError as changeBrokerSetting, and forbidden */
export async function changeSetting(ctx: RocketmqContext, change: SettingChangeAsked): Promise<SettingOutcome> {
  const { broker, engine } = ctx;
  const { setting, changes, actor, reason } = change;
  requireChanges(engine);
  const had = textsOf((await readSettingChanges(ctx)).get(setting)?.before);
  // What a broker had before the last change it can have again, whatever it was.
  for (const one of changes) if (had.get(one.broker) !== one.value) requireSettingValue(setting, one.value);
  const entry = { actor, action: 'broker-setting.update', target: setting, workspace: engine.name, reason };
  const outcome = await changeBrokerSetting(engine.cluster, { setting, changes }, async () => {
    const at = (of: 'seen' | 'value') => Object.fromEntries(changes.map((one) => [one.broker, one[of]]));
    await appendAudit(broker.store.console, { ...entry, before: at('seen'), after: at('value') });
  });
  broker.changes.emit({ kind: 'sample' });
  await requireReached(broker, entry, outcome, told('Read the settings again, then change the rest or revert.'));
  return outcome;
}

/** The newest change of each setting that can be changed, by its name. */
export async function readSettingChanges({ broker, engine }: RocketmqContext) {
  const rows = await newestSettingChanges(broker.store.console, engine.name, CHANGEABLE_SETTINGS);
  return new Map(rows.map((row) => [row.setting, row]));
}

/** What takes a change back, at the brokers that still have what it wrote. */
export function lastChangeOf(
  row: RecordedSettingChange | undefined,
  values: SettingInBrokers['values'],
): LastSettingChange | null {
  if (row === undefined) return null;
  const [before, after] = [textsOf(row.before), textsOf(row.after)];
  const changes = values.flatMap(({ broker, value }) => {
    const [was, set] = [before.get(broker), after.get(broker)];
    return was !== undefined && value !== null && value === set && was !== set
      ? [{ broker, seen: value, value: was }]
      : [];
  });
  return changes.length === 0 ? null : { at: row.at, by: row.actor, changes };
}

function textsOf(value: unknown): ReadonlyMap<string, string> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return new Map(entries.flatMap(([key, text]) => (typeof text === 'string' ? [[key, text] as const] : [])));
}
