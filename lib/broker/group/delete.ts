import type { Actor } from '../../model/audit/actor';
import { SIGNALS } from '../../model/signal/signal';
import { BrokerError } from '../../model/errors';
import { t, told } from '../../model/language/t';
import { pickGroupSettings } from '../../model/group/group-settings';
import { groupNotFound } from '../../model/not-found';
import { allowLong } from '../../store/allow-long';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { groupClients } from '../../store/queries/client/group-client';
import {
  deadLetterReaders,
  groupContents,
  type GroupContents,
  groupDelete,
} from '../../store/queries/group/group-delete';
import { groupLock } from '../../store/queries/group/group-find';
import { groupQueuesLock } from '../../store/queries/group/group-open-work';
import { retryRolledBack } from '../../store/sql-errors';
import { withTransaction } from '../../store/transaction';
import type { BrokerContext } from '../context';
import { beginDeletion } from '../deletion/step';

export interface DeleteGroupInput {
  readonly name: string;
  /** The name once more: needed when the group holds messages. */
  readonly confirm?: string | undefined;
  /** What would go; changes nothing. */
  readonly dryRun: boolean;
  readonly actor: Actor;
  readonly reason: string;
}

export interface GroupDeletion {
  readonly deleted: boolean;
  readonly contents: GroupContents;
  /** Nothing is lost with it: no message in flight, waiting or dead. */
  readonly empty: boolean;
  /** Connected to any node: from then on they are answered that the group does not exist. */
  readonly clients: readonly string[];
  /** Why it cannot be deleted; null: it can. */
  readonly blocker: string | null;
}

const GROUP_WATCHES = Object.entries(SIGNALS).flatMap(([watch, { subject }]) => (subject === 'group' ? [watch] : []));

/**
 * Deletes a group for good: position, retries, dead letters, re-drives, history, versions, its alarm rules and limits.
 * Messages of the log stay for other groups. The audit log keeps what was deleted. The name is gone at once; many rows
 * go in the background (stepDeletions).
 * @throws BrokerError group-not-found, bad-request, conflict
 */
export async function deleteGroup(ctx: BrokerContext, input: DeleteGroupInput): Promise<GroupDeletion> {
  const { groupId } = await ctx.groups.find(input.name);
  const { deletionId, ...deletion } = await retryRolledBack(() =>
    withTransaction(ctx.store.console, async (db): Promise<GroupDeletion & { deletionId: number | null }> => {
      await allowLong(db);
      const group = input.dryRun ? await ctx.groups.refresh(groupId) : await groupLock(db, groupId);
      if (group === null) throw groupNotFound(input.name);
      if (!input.dryRun) await groupQueuesLock(db, groupId);
      const now = ctx.clock.nowOrNull();
      const contents = await groupContents(db, { groupId, name: group.name, watches: GROUP_WATCHES });
      const { items } = await groupClients(db, now, groupId);
      const clients = items.filter(({ leftAt }) => leftAt === null).map(({ client }) => client);
      const { inFlight, waiting, dead, discarded } = contents;
      const empty = inFlight + waiting + dead + discarded === 0;
      const blocker = readersBlock(group.name, await deadLetterReaders(db, groupId));
      const seen = { contents, empty, clients, blocker };
      if (input.dryRun) return { deleted: false, deletionId: null, ...seen };
      if (blocker !== null) throw new BrokerError('conflict', blocker, { field: 'group', value: group.name });
      if (!empty) requireName(input, contents);
      const counted = inFlight + waiting + dead + discarded;
      const by = input.actor.name;
      const started = await groupDelete(db, now, { groupId, watches: GROUP_WATCHES, by, counted });
      await appendAudit(db, {
        actor: input.actor,
        action: 'group.delete',
        target: group.name,
        reason: input.reason,
        before: { ...pickGroupSettings(group), version: group.version, clients },
        counts: { ...contents },
      });
      return { deleted: true, deletionId: started, ...seen };
    }),
  );
  if (deletionId !== null) {
    ctx.groups.remove(groupId, input.name);
    for (const kind of ['group', 'dead-letter', 'redrive', 'alarm', 'limit'] as const) ctx.changes.emit({ kind });
    await beginDeletion(ctx, deletionId);
  }
  return deletion;
}

function readersBlock(name: string, readers: readonly string[]): string | null {
  if (readers.length === 0) return null;
  return t(
    `Other groups read the dead letters of {name} as a topic: {readers}. Delete {count, plural, one {that group} other
    {those groups}} first.`,
    { name, readers, count: readers.length },
  );
}

function requireName({ name, confirm }: DeleteGroupInput, { inFlight, waiting, dead, discarded }: GroupContents): void {
  if (confirm === name) return;
  throw new BrokerError(
    'bad-request',
    told(
      `confirm must be the name of the group, {name}: it also deletes {inFlight} messages in flight, {waiting}
      waiting, {dead} dead letters and {discarded} discarded ones.`,
      { name, inFlight, waiting, dead, discarded },
    ),
    { field: 'confirm', limit: name, value: confirm ?? null },
  );
}
