import { type BrokerSettings, type Setting, SETTING_RULES, type SettingName } from '../../../model/broker-setting';
import { settingRead, type SettingRow, settingVersions } from '../../../store/queries/setting/setting-read';
import type { Queryable } from '../../../store/queryable';

type Listener = (name: SettingName) => void;

const FRESH_MS = 1000;

/** Broker-wide settings as last read. */
export class SettingDirectory {
  readonly #db: Queryable;
  readonly #known = new Map<SettingName, { setting: Setting<SettingName>; readAt: number }>();
  readonly #listeners = new Set<Listener>();
  readonly #defaults: Partial<BrokerSettings>;
  /** Some were read since the last comparison began: they may be older than what it saw. */
  #hasUnchecked = false;

  /** @param defaults what this process was started with, for settings that no operator has changed */
  constructor(db: Queryable, defaults: Partial<BrokerSettings> = {}) {
    this.#db = db;
    this.#defaults = defaults;
  }

  /** The row's values; a missing field or row falls back to the values this process was started with. */
  read<Name extends SettingName>(name: Name, row: SettingRow | null): Setting<Name> {
    const fallback: BrokerSettings[Name] = this.#defaults[name] ?? SETTING_RULES[name].fallback;
    if (row === null) return { name, value: fallback, version: 0, updatedBy: null, updatedAt: null };
    const { value, version, updatedBy, updatedAt } = row;
    return { name, value: { ...fallback, ...(value as Partial<BrokerSettings[Name]>) }, version, updatedBy, updatedAt };
  }

  async find<Name extends SettingName>(name: Name): Promise<Setting<Name>> {
    const known = this.#known.get(name);
    if (known !== undefined && performance.now() - known.readAt < FRESH_MS) return known.setting as Setting<Name>;
    return await this.refresh(name);
  }

  /** Reads it now. */
  async refresh<Name extends SettingName>(name: Name): Promise<Setting<Name>> {
    const setting = this.read(name, await settingRead(this.#db, name));
    const before = this.#known.get(name)?.setting as Setting<Name> | undefined;
    // Two reads may answer in either order: an older result is ignored.
    if (before !== undefined && before.version > setting.version) return before;
    this.#known.set(name, { setting, readAt: performance.now() });
    this.#hasUnchecked = true;
    if (before !== undefined && before.version < setting.version)
      for (const listener of this.#listeners) listener(name);
    return setting;
  }

  /** Notifies when a setting has a new version, made here or by another process. */
  onChange(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get hasUnchecked(): boolean {
    return this.#hasUnchecked;
  }

  /** Reads all versions, and each setting again whose own is another one. */
  async compare(): Promise<void> {
    this.#hasUnchecked = false;
    try {
      for (const { name, version } of await settingVersions(this.#db)) {
        const known = this.#known.get(name as SettingName)?.setting;
        if (known !== undefined && known.version !== version) await this.refresh(known.name);
      }
    } catch (error) {
      this.#hasUnchecked = true;
      throw error;
    }
  }
}
