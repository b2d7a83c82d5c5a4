import { GROUP_FIELD_NAMES, GROUP_FIELDS, type GroupField, settingWords } from '../../model/group/group-settings';
import {
  appVersionsBetween,
  type ConsumersRow,
  consumersBetween,
  pausesBetween,
  redrivesBetween,
  throttledBetween,
} from '../../store/queries/group/changes-around';
import { groupVersions, type GroupVersionRow } from '../../store/queries/group/group-versions';
import type { BrokerContext } from '../context';
import { t } from '../../model/language/t';

/** Something that changed and may be why something else began. Oldest first. */
export type GroupChange = { readonly at: Date } & (
  | {
      readonly kind: 'settings';
      readonly version: number;
      readonly by: string;
      readonly reason: string | null;
      /** "Retries: 16 → 3" */
      readonly says: readonly string[];
    }
  /** First report that names this version of the application; as the application says. */
  | { readonly kind: 'app-version'; readonly appVersion: string }
  | { readonly kind: 'consumers'; readonly before: number; readonly now: number }
  /** A limit began to refuse. */
  | { readonly kind: 'throttled'; readonly limit: string; readonly refused: number; readonly clients: number }
  | { readonly kind: 'paused' | 'resumed'; readonly by: string; readonly reason: string | null }
  | { readonly kind: 'redrive'; readonly redriveId: number; readonly selected: number; readonly by: string }
);

export interface AroundInput {
  readonly group: string;
  readonly at: Date;
  /** How far back, and how far on. */
  readonly beforeMs?: number | undefined;
  readonly afterMs?: number | undefined;
}

const BEFORE_MS = 3_600_000;
const AFTER_MS = 600_000;
const VERSIONS_LOOKED_AT = 200;

/**
 * What changed around a moment: settings, versions of the application, consumers, throttling, re-drives, pauses.
 * @throws BrokerError group-not-found
 */
export async function changesAround(
  ctx: BrokerContext,
  { group, at, beforeMs = BEFORE_MS, afterMs = AFTER_MS }: AroundInput,
): Promise<readonly GroupChange[]> {
  const { groupId } = await ctx.groups.find(group);
  const ask = { groupId, from: new Date(at.getTime() - beforeMs), to: new Date(at.getTime() + afterMs) };
  const db = ctx.store.console;
  const [versions, appVersions, consumers, throttled, redrives, pauses] = await Promise.all([
    groupVersions(ctx.store.prisma, groupId, VERSIONS_LOOKED_AT),
    appVersionsBetween(db, ask),
    consumersBetween(db, ask),
    throttledBetween(db, { group, from: ask.from, to: ask.to }),
    redrivesBetween(db, ask),
    pausesBetween(db, { group, from: ask.from, to: ask.to }),
  ]);
  const changes: GroupChange[] = [
    ...settingsChanges(versions).filter((change) => change.at >= ask.from && change.at < ask.to),
    ...appVersions.filter(({ before }) => !before).map((row) => ({ kind: 'app-version' as const, ...row })),
    ...consumersChanges(consumers).filter((change) => change.at >= ask.from),
    ...throttled.map(({ limitName, ...row }) => ({ kind: 'throttled' as const, limit: limitName, ...row })),
    ...redrives.map((row) => ({ kind: 'redrive' as const, ...row })),
    ...pauses.map(({ action, ...row }) => ({
      kind: action === 'group.pause' ? ('paused' as const) : ('resumed' as const),
      ...row,
    })),
  ];
  return changes.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

/** @param versions newest first */
function settingsChanges(versions: readonly GroupVersionRow[]): GroupChange[] {
  return versions.flatMap((now, index) => {
    const before = versions[index + 1];
    if (before === undefined) return [];
    const says = GROUP_FIELD_NAMES.flatMap((field) => fieldChange(field, before, now));
    return [{ kind: 'settings' as const, at: now.at, version: now.version, by: now.actor, reason: now.reason, says }];
  });
}

function fieldChange(field: GroupField, before: GroupVersionRow, now: GroupVersionRow): readonly string[] {
  const [old, next] = [settingWords(field, before[field]), settingWords(field, now[field])];
  return old === next
    ? []
    : [t('{field}: {before} → {after}', { field: t(GROUP_FIELDS[field].label), before: old, after: next })];
}

function consumersChanges(rows: readonly ConsumersRow[]): GroupChange[] {
  return rows.flatMap(({ at, consumers: now }, index) => {
    const before = rows[index - 1]?.consumers ?? now;
    return before === now ? [] : [{ kind: 'consumers' as const, at, before, now }];
  });
}
