import { whereWords } from './partly';
import type { BrokerContext } from '../../broker';
import type { Answers, DeletionOutcome, GroupClients } from '../../cluster';
import type { Actor } from '../../model/audit/actor';
import { requireReason } from '../../model/check-number';
import { BrokerError, isBrokerError } from '../../model/errors';
import { english, type Reason, t, tell, told } from '../../model/language/t';
import { stateOf } from '../../model/reading';
import { appendAudit } from '../../store/queries/audit/audit-append';
import type { Queryable } from '../../store/queryable';
import { deletionLock, lockOutDeletions } from '../../store/queries/cluster/deletion-lock';
import type { BrokerRemains, DeletedAt } from '../port/deletion';
import type { ClusterEngine } from './clusters/directory';
import { requireChanges } from './groups/write';
import { enumerated } from '../../model/language/list';

const CLIENTS_NAMED = 3;

/** Why connected clients keep a group from being deleted; null: none is connected, and that is known exactly. */
export function clientsBlock({ clients, grpc, remoting }: GroupClients, group: string): string | null {
  if (clients.length > 0) {
    const named = namedOf(clients.map(({ clientId }) => clientId));
    return t(
      `{count, plural, one {# client is} other {# clients are}} connected to {group}: {named}. Stop {count, plural,
      one {it} other {them}} first, because brokers would create the group again.`,
      { count: clients.length, group, named },
    );
  }
  const unclear = [grpc, remoting].find((reading) => stateOf(reading) !== 'known');
  return unclear === undefined ? null : unclearWords(unclear.reason ?? t('not all of them were counted'));
}

/** The first of them by name, and how many more there are. */
export function namedOf(names: readonly string[]): string {
  const named = enumerated(names.slice(0, CLIENTS_NAMED));
  const more = names.length - CLIENTS_NAMED;
  return more > 0 ? t('{named} and {more, number} more', { named, more }) : named;
}

export function unclearWords(reason: Reason): string {
  return t('The connected clients are unknown: {reason}.', { reason: tell(reason) });
}

/** What goes at each broker; a silent one keeps what it has. */
export function remainsOf<T>(
  { parts, silent }: Answers<T>,
  of: (value: T) => Omit<BrokerRemains, 'broker' | 'problem'>,
): readonly BrokerRemains[] {
  const nothing = { hasSettings: false, positions: 0, topics: [], left: [] };
  return [
    ...parts.map(({ broker, value }) => ({ broker, problem: null, ...of(value) })),
    ...silent.map(({ broker, reason }) => ({ broker, problem: reason, ...nothing })),
  ];
}

export interface Deletion {
  readonly kind: 'group' | 'topic';
  readonly name: string;
  readonly confirm: string | undefined;
  readonly actor: Actor;
  readonly reason: string;
  /** Why it cannot be deleted now; null: it can. */
  readonly blocker: string | null;
  readonly remains: readonly BrokerRemains[];
  readonly counts: Readonly<Record<string, number>>;
  readonly send: () => Promise<DeletionOutcome>;
}

/**
 * A deletion at all brokers that answer, alone in its cluster: what uses a group starts before it, and is seen, or
 * after it. It is on record before the first byte is sent, and so is how far it got.
 * @throws BrokerError forbidden, bad-request, conflict, busy, unavailable: a broker has it still, or may have
 */
export async function deleteInCluster(
  ctx: BrokerContext,
  engine: ClusterEngine,
  deletion: Deletion,
): Promise<readonly DeletedAt[]> {
  requireChanges(engine);
  const { kind, name, blocker } = deletion;
  if (blocker !== null) throw new BrokerError('conflict', blocker, { field: kind, value: name });
  requireNameAndReason(deletion);
  // Held until the brokers are done: what they are asked for meanwhile is read and noted by the other pool.
  const unlock = await deletionLock(ctx.store.broker, engine.clusterId);
  if (unlock === null)
    throw new BrokerError(
      'busy',
      told('Another deletion, re-drive or move is starting in {engine}. Try again.', { engine: engine.name }),
    );
  try {
    return await sendDeletion(ctx, engine, deletion);
  } finally {
    unlock();
  }
}

/** Until the transaction ends none begins. @throws BrokerError busy: a deletion runs */
export async function requireNoDeletion(db: Queryable, { clusterId, name }: ClusterEngine): Promise<void> {
  if (await lockOutDeletions(db, clusterId)) return;
  throw new BrokerError('busy', told('A group or topic of {name} is being deleted. Try again.', { name }));
}

async function sendDeletion(
  ctx: BrokerContext,
  engine: ClusterEngine,
  { kind, name, actor, reason, remains, counts, send }: Deletion,
): Promise<readonly DeletedAt[]> {
  const entry = { actor, action: `${kind}.delete`, target: name, workspace: engine.name, reason };
  const before = Object.fromEntries(remains.map(({ broker, ...rest }) => [broker, rest]));
  await appendAudit(ctx.store.console, { ...entry, before, counts });
  // A failure at one broker is a part of the outcome, so that nothing was sent when this throws.
  const { brokers, nameServers } = await send().catch(async (error: unknown) => {
    const after = { refused: isBrokerError(error) ? error.message : 'internal' };
    await appendAudit(ctx.store.console, { ...entry, action: `${kind}.delete-refused`, after });
    throw error;
  });
  for (const changed of ['group', 'topic', 'dead-letter'] as const) ctx.changes.emit({ kind: changed });
  const all = [...brokers, ...nameServers.map(({ address, problem }) => ({ broker: address, problem }))];
  const failed = all.filter(({ problem }) => problem !== null);
  if (failed.length > 0)
    await appendAudit(ctx.store.console, {
      ...{ ...entry, action: `${kind}.delete-partly` },
      after: Object.fromEntries(
        failed.map(({ broker, problem }) => [broker, problem === null ? null : english(problem)]),
      ),
      counts: { brokers: all.length, changed: all.length - failed.length },
    });
  if (brokers.some(({ problem }) => problem !== null)) throw partly(brokers);
  return nameServers.map(({ address, problem }) => ({ place: address, problem }));
}

function requireNameAndReason({ kind, name, confirm, reason }: Deletion): void {
  if (confirm !== name)
    throw new BrokerError(
      'bad-request',
      told('confirm must be the name of the {kind, select, group {group} other {topic}}, {name}.', { kind, name }),
      {
        ...{ field: 'confirm', limit: name, value: confirm ?? null },
      },
    );
  requireReason(
    reason,
    told('A reason is required to delete a {kind, select, group {group} other {topic}} of a cluster.', { kind }),
  );
}

function partly(brokers: DeletionOutcome['brokers']): BrokerError {
  const [deleted, failed] = [brokers.filter(({ problem }) => problem === null), brokers.filter(isLeft)];
  const where = deleted.map(({ broker }) => broker);
  const why = whereWords(failed);
  const left = failed.map(({ broker }) => broker);
  return new BrokerError(
    'unavailable',
    where.length === 0
      ? told('Not deleted on any broker. {why}. Delete it again when {left} responds.', { why, left })
      : told('Deleted on {where} only. {why}. Delete it again when {left} responds.', { where, why, left }),
  );
}

function isLeft({ problem }: DeletionOutcome['brokers'][number]): boolean {
  return problem !== null;
}
