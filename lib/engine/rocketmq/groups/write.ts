import { aboutNow, type BrokerContext } from '../../../broker';
import { readGroup, type SettingsOutcome } from '../../../cluster';
import type { Actor } from '../../../model/audit/actor';
import { BrokerError, isBrokerError } from '../../../model/errors';
import { t, told } from '../../../model/language/t';
import { appendAudit } from '../../../store/queries/audit/audit-append';
import { clusterGroupNewest, clusterGroupVersionClaim } from '../../../store/queries/cluster/group-version';
import type { ClusterEngine } from '../clusters/directory';
import { requireReached } from '../partly';
import { appendVersions, noteVersions, type NotedVersion } from './note-versions';
import { savedMeanwhile } from '../../../model/saved-meanwhile';

export interface GroupWrite {
  readonly group: string;
  /** "group.update" */
  readonly action: string;
  readonly actor: Actor;
  readonly reason?: string | undefined;
  /** For the audit log: what is meant to change. */
  readonly before?: unknown;
  readonly after?: unknown;
  readonly send: () => Promise<SettingsOutcome>;
}

/**
 * A change of a group on all masters. It is on record before the first byte is sent, because no transaction reaches the
 * brokers; what they have afterwards, as read back, is the new version.
 * @throws BrokerError forbidden, unavailable: some or all of the brokers did not take it
 */
export async function writeGroup(ctx: BrokerContext, engine: ClusterEngine, write: GroupWrite): Promise<NotedVersion> {
  const { group, action, actor, reason, before, after, send } = write;
  requireChanges(engine);
  const entry = { actor, action, target: group, workspace: engine.name, reason };
  await appendAudit(ctx.store.console, { ...entry, before, after });
  const newest = async () => (await clusterGroupNewest(ctx.store.console, engine.clusterId)).get(group);
  const base = (await newest())?.version ?? 0;
  const outcome = await send().catch(async (error: unknown) => {
    const after = { refused: isBrokerError(error) ? error.message : 'internal' };
    await appendAudit(ctx.store.console, { ...entry, action: `${action}-refused`, after });
    throw error;
  });
  const noted = await noteOutcome(ctx, engine, write, { outcome, base, newest });
  ctx.changes.emit({ kind: 'group', group });
  await requireReached(ctx, entry, outcome, told('Make them equal when all brokers respond.'));
  return noted;
}

/** Null: it takes changes. */
export function readOnlyBlock({ name, allowsChanges }: ClusterEngine): string | null {
  return allowsChanges
    ? null
    : t('{name} is read-only. An administrator can allow changes in Settings, Clusters.', { name });
}

/** @throws BrokerError forbidden */
export function requireChanges(engine: ClusterEngine): void {
  const blocker = readOnlyBlock(engine);
  if (blocker === null) return;
  const { name } = engine;
  throw new BrokerError('forbidden', blocker, {
    field: 'workspace',
    limit: 'a cluster that allows changes',
    value: name,
  });
}

interface Written {
  readonly outcome: SettingsOutcome;
  /** The newest version before anything was sent. */
  readonly base: number;
  readonly newest: () => Promise<NotedVersion | undefined>;
}

/** What the brokers have now, unless one of them could not be read back: the next reader then notes it. */
async function noteOutcome(
  ctx: BrokerContext,
  { clusterId }: ClusterEngine,
  { group, actor, reason }: GroupWrite,
  { outcome: { brokers, version }, base, newest }: Written,
): Promise<NotedVersion> {
  const seen = { seen: version, actor: actor.name, reason: reason ?? null };
  const isKnown = brokers.every(({ problem, after }) => problem === null || after !== null);
  const has = Object.fromEntries(brokers.map(({ broker, after }) => [broker, after]));
  // A reader that saw the brokers halfway may take the number that is next: then this version gets the one after it.
  for (let written = 0; isKnown && written === 0;) {
    const before = await newest();
    if (before?.seen === version) break;
    const row = { groupName: group, version: (before?.version ?? 0) + 1, ...seen, brokers: has };
    written = await appendVersions(ctx, clusterId, [row]);
  }
  // A page that read the brokers meanwhile has noted it as a change from elsewhere.
  await clusterGroupVersionClaim(ctx.store.console, { clusterId, groupName: group, after: base, ...seen });
  return (await newest()) ?? { ...seen, version: base + 1, at: aboutNow(ctx) };
}

/** The version that an operator saw, as the brokers were then. @throws BrokerError conflict */
export async function requireSeen(
  ctx: BrokerContext,
  engine: ClusterEngine,
  name: string,
  version: number,
): Promise<{ readonly group: Awaited<ReturnType<typeof readGroup>>; readonly noted: NotedVersion }> {
  const group = await readGroup(engine.cluster, name);
  const [silent] = group.silent;
  if (silent !== undefined)
    throw new BrokerError(
      'unavailable',
      told('{broker} did not respond ({reason}). Settings can be changed when all brokers respond.', {
        broker: silent.broker,
        reason: silent.reason,
      }),
    );
  const noted = (await noteVersions(ctx, engine.clusterId, [group])).get(name);
  if (noted?.version === version && noted.seen === group.version) return { group, noted };
  throw new BrokerError('conflict', savedMeanwhile(noted?.version ?? 0, version), {
    field: 'version',
    limit: noted?.version ?? 0,
    value: version,
  });
}
