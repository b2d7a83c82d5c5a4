import { isDeepStrictEqual } from 'node:util';

import type { Actor } from '../../model/audit/actor';
import { type BrokerSettings, type Setting, SETTING_RULES, type SettingName } from '../../model/broker-setting';
import { BrokerError } from '../../model/errors';
import { withMetadata } from '../../store/metadata';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { settingRead } from '../../store/queries/setting/setting-read';
import { settingWrite } from '../../store/queries/setting/setting-write';
import type { BrokerContext } from '../context';
import { savedMeanwhile } from '../../model/saved-meanwhile';

export interface UpdateSettingInput<Name extends SettingName> {
  readonly name: Name;
  /**
   * The version the editor saw (0: never changed); another one in the database is a conflict, and nothing is changed.
   */
  readonly version: number;
  readonly value: BrokerSettings[Name];
  readonly actor: Actor;
  readonly reason?: string | undefined;
}

/**
 * Sets a broker-wide setting; every process and every connected client gets it within seconds. The same value
 * again: no new version.
 * @throws BrokerError bad-request, conflict
 */
export async function updateSetting<Name extends SettingName>(
  ctx: BrokerContext,
  { name, version, value, actor, reason }: UpdateSettingInput<Name>,
): Promise<Setting<Name>> {
  SETTING_RULES[name].check(value);
  await withMetadata(ctx.store.prisma, async (db) => {
    const before = ctx.settings.read(name, await settingRead(db, name));
    if (before.version !== version) throw conflict(before.version, version);
    if (isDeepStrictEqual({ ...before.value }, { ...value })) return;
    if (!(await settingWrite(db, ctx.clock.nowOrNull(), name, version, value, actor.name)))
      throw conflict((await settingRead(db, name))?.version ?? 0, version);
    await appendAudit(db, {
      actor,
      action: 'setting.update',
      target: name,
      reason,
      before: before.value,
      after: value,
    });
  });
  const setting = await ctx.settings.refresh(name);
  ctx.changes.emit({ kind: 'setting' });
  return setting;
}

function conflict(current: number, seen: number): BrokerError {
  return new BrokerError('conflict', savedMeanwhile(current, seen), { field: 'version', limit: current, value: seen });
}
