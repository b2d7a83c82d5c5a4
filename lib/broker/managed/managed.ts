import type { Actor } from '../../model/audit/actor';
import {
  type Managed,
  managedElsewhere,
  type ManagedEntry,
  type ManagedKind,
  managedTitle,
} from '../../model/managed/managed';
import type { Managed as ManagedRow } from '../../store/generated/client';
import { type MetadataTransaction, withMetadata } from '../../store/metadata';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { databaseTime } from '../../store/queries/schedule/database-time';
import type { BrokerContext } from '../context';

/** Null: this installation. */
type Workspace = string | null;

interface MarkManaged {
  readonly workspace: Workspace;
  readonly source: string;
  readonly entries: readonly ManagedEntry[];
  /** Why entries of another source are taken over; undefined: they are refused. */
  readonly override?: string | undefined;
  /** They were changed by the file, which is noted as applied now. */
  readonly isChange: boolean;
}

/** Names in an audit row. */
const MOST_NAMED = 20;

export async function findManaged(ctx: BrokerContext, workspace: Workspace, entry: ManagedEntry) {
  const { kind, name } = entry;
  const key = { workspace: workspace ?? '', kind, name };
  const row = await ctx.store.prisma.managed.findUnique({ where: { workspace_kind_name: key } });
  return row === null ? null : toManaged(row);
}

/** In the order of kind and name, behind one of them. */
export async function listManaged(
  ctx: BrokerContext,
  workspace: Workspace,
  {
    kinds,
    name,
    after,
    limit,
  }: {
    readonly kinds: readonly ManagedKind[];
    readonly name?: string | undefined;
    readonly after?: ManagedEntry | undefined;
    readonly limit: number;
  },
): Promise<Managed[]> {
  const behind = after && [{ kind: { gt: after.kind } }, { kind: after.kind, name: { gt: after.name } }];
  const rows = await ctx.store.prisma.managed.findMany({
    where: {
      ...{ workspace: workspace ?? '', kind: { in: [...kinds] } },
      ...(name !== undefined && { name }),
      ...(behind !== undefined && { OR: behind }),
    },
    orderBy: [{ kind: 'asc' }, { name: 'asc' }],
    take: limit,
  });
  return rows.map(toManaged);
}

/**
 * What a file says is managed by it from now on. @returns how many entries were not before, or were changed since
 * @throws BrokerError managed: another file manages one of them
 */
export async function markManaged(ctx: BrokerContext, mark: MarkManaged, actor: Actor): Promise<number> {
  const { source, override, isChange } = mark;
  const workspace = mark.workspace ?? '';
  const marked = await withMetadata(ctx.store.prisma, async (db) => {
    const known = await knownRows(db, workspace, mark.entries);
    const other = known.find((row) => row.source !== source);
    if (other !== undefined && override === undefined) throw managedElsewhere(other, '', source);
    const current = new Set(
      isChange ? [] : known.filter((row) => row.source === source && row.override === null).map(managedTitle),
    );
    const entries = mark.entries.filter((entry) => !current.has(managedTitle(entry)));
    const appliedAt = ctx.clock.nowOrNull() ?? (await databaseTime(db));
    const applied = { ...NOT_OVERRIDDEN, source, appliedBy: actor.name, appliedAt };
    for (const { kind, name } of entries) {
      const key = { workspace, kind, name };
      await db.managed.upsert({
        ...{ where: { workspace_kind_name: key }, update: applied, create: { ...key, ...applied } },
      });
    }
    if (entries.length > 0)
      await appendAudit(db, {
        ...{ actor, action: 'managed.mark', target: source, workspace: mark.workspace ?? undefined, reason: override },
        after: { entries: entries.slice(0, MOST_NAMED).map(managedTitle) },
        counts: { marked: entries.length },
      });
    return entries.length;
  });
  if (marked > 0) ctx.changes.emit({ kind: 'setting' });
  return marked;
}

/** A change that its file does not have: the next "redrive apply" names it. */
export async function noteOverride(
  ctx: BrokerContext,
  { managed, workspace, reason }: { readonly managed: Managed; readonly workspace: Workspace; readonly reason: string },
  actor: Actor,
): Promise<void> {
  const { kind, name, source } = managed;
  await withMetadata(ctx.store.prisma, async (db) => {
    const overriddenAt = ctx.clock.nowOrNull() ?? (await databaseTime(db));
    await db.managed.updateMany({
      where: { workspace: workspace ?? '', kind, name },
      data: { overriddenBy: actor.name, overriddenAt, overrideReason: reason },
    });
    const target = kind === 'group' || kind === 'topic' ? name : managedTitle(managed);
    await appendAudit(db, {
      action: kind === 'group' ? 'group.override' : kind === 'topic' ? 'topic.override' : 'managed.override',
      ...{ actor, target, workspace: workspace ?? undefined, reason, after: { source } },
    });
  });
  for (const hint of ['setting', 'group', 'topic'] as const) ctx.changes.emit({ kind: hint });
}

/**
 * Gives entries back: the console changes them again without a question. @returns how many there were
 * @param allows throws when the caller may not change this kind
 */
export async function releaseManaged(
  ctx: BrokerContext,
  release: {
    readonly workspace: Workspace;
    readonly source?: string | undefined;
    readonly entries?: readonly ManagedEntry[] | undefined;
    readonly reason: string;
  },
  allows: (entry: ManagedEntry) => void,
  actor: Actor,
): Promise<number> {
  const { source, reason } = release;
  const workspace = release.workspace ?? '';
  const released = await withMetadata(ctx.store.prisma, async (db) => {
    const rows =
      release.entries === undefined
        ? (await db.managed.findMany({ where: { workspace, ...(source !== undefined && { source }) } })).map(toManaged)
        : await knownRows(db, workspace, release.entries);
    const entries = rows.filter((row) => source === undefined || row.source === source);
    for (const entry of entries) {
      allows(entry);
      const { kind, name } = entry;
      await db.managed.deleteMany({ where: { workspace, kind, name } });
    }
    if (entries.length > 0)
      await appendAudit(db, {
        ...{ actor, action: 'managed.release', target: source ?? entries[0]?.source ?? '', reason },
        ...{ workspace: release.workspace ?? undefined, counts: { released: entries.length } },
        before: { entries: entries.slice(0, MOST_NAMED).map(managedTitle) },
      });
    return entries.length;
  });
  if (released > 0) ctx.changes.emit({ kind: 'setting' });
  return released;
}

const NOT_OVERRIDDEN = { overriddenBy: null, overriddenAt: null, overrideReason: null };

async function knownRows(db: MetadataTransaction, workspace: string, entries: readonly ManagedEntry[]) {
  const OR = entries.map(({ kind, name }) => ({ kind, name }));
  return (await db.managed.findMany({ where: { workspace, OR } })).map(toManaged);
}

function toManaged(row: ManagedRow): Managed {
  const { kind, name, source, appliedBy, appliedAt, overriddenBy: by, overriddenAt: at, overrideReason } = row;
  return {
    ...{ kind: kind as ManagedKind, name, source, appliedBy, appliedAt },
    override: by === null || at === null ? null : { by, at, reason: overrideReason ?? '' },
  };
}

/** It was removed, or has another name: its file does not name it any more. */
export async function forgetManaged(ctx: BrokerContext, workspace: Workspace, entry: ManagedEntry): Promise<void> {
  const { kind, name } = entry;
  await ctx.store.prisma.managed.deleteMany({ where: { workspace: workspace ?? '', kind, name } });
}
