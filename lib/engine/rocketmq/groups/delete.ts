import { redriveName } from '../../../broker';
import {
  deleteGroup,
  type GroupClients,
  type GroupRemainsEverywhere,
  readClients,
  readClientsNow,
  readGroupRemains,
  readLag,
  refuseSystemGroup,
} from '../../../cluster';
import { BrokerError } from '../../../model/errors';
import { t } from '../../../model/language/t';
import { checkGroupName } from '../../../model/names';
import { type ToldReading, stateOf } from '../../../model/reading';
import { groupUse, type GroupUse } from '../../../store/queries/cluster/group-use';
import type { GroupDeletionPlan, GroupRemoval } from '../../port/groups';
import type { RocketmqContext } from '../context';
import { readOnlyBlock } from './write';
import { clientsBlock, deleteInCluster, remainsOf } from '../deletion';

/** What goes at each broker, and with `dryRun` nothing more. @throws BrokerError as deleteInCluster */
export async function deleteClusterGroup(ctx: RocketmqContext, change: GroupRemoval): Promise<GroupDeletionPlan> {
  const plan = await planDeletion(ctx, change.group);
  if (change.dryRun) return plan;
  const { broker, engine } = ctx;
  const brokers = plan.inBrokers?.brokers ?? [];
  const { dead } = plan.contents;
  const nameServers = await deleteInCluster(broker, engine, {
    ...{ kind: 'group', name: change.group, confirm: change.confirm, actor: change.actor, reason: change.reason },
    ...{ blocker: plan.blocker, remains: brokers },
    counts: dead === null ? {} : { dead },
    send: () => deleteGroup(engine.cluster, change.group, (remains) => requireUnused(ctx, change.group, remains)),
  });
  return { ...plan, deleted: true, inBrokers: { brokers, nameServers } };
}

/** A client may have come since the preview, or a re-drive begun. @throws BrokerError conflict */
async function requireUnused(ctx: RocketmqContext, group: string, remains: GroupRemainsEverywhere): Promise<void> {
  const blocker = await blockerOf(ctx, group, remains, await readClientsNow(ctx.engine.cluster, group));
  if (blocker !== null) throw new BrokerError('conflict', blocker, { field: 'group', value: group });
}

async function planDeletion(ctx: RocketmqContext, group: string): Promise<GroupDeletionPlan> {
  checkGroupName(group);
  refuseSystemGroup(group);
  const { cluster } = ctx.engine;
  const remains = await readGroupRemains(cluster, group);
  const [clients, lag] = await Promise.all([
    readClients(cluster, group),
    // What an earlier deletion left has no settings any more, and no figures by them.
    remains.parts.some(({ value }) => value.hasSettings) ? readLag(cluster, group) : null,
  ]);
  const brokers = remainsOf(remains, ({ hasSettings, positions, topics, unsure }) => ({
    ...{ hasSettings, positions, topics, left: unsure },
  }));
  return {
    deleted: false,
    empty: false,
    contents: {
      ...{ unread: exactly(lag?.notDelivered), inFlight: null, waiting: null, dead: exactly(lag?.deadLetters) },
      // What this console keeps of the group stays: its dead letters can be exported still.
      ...{ discarded: 0, redrives: 0, versions: 0, alarmRules: 0, limits: 0 },
    },
    clients: clients.clients.map(({ clientId }) => clientId),
    blocker: readOnlyBlock(ctx.engine) ?? (await blockerOf(ctx, group, remains, clients)),
    inBrokers: { brokers, nameServers: [] },
  };
}

function exactly(reading: ToldReading<number> | undefined): number | null {
  return reading?.kind === 'value' && stateOf(reading) === 'known' ? reading.value : null;
}

/** Why it cannot be deleted now; null: it can. */
async function blockerOf(
  { broker, engine: { clusterId } }: RocketmqContext,
  group: string,
  { parts, namesakes }: GroupRemainsEverywhere,
  clients: GroupClients,
): Promise<string | null> {
  const readers = parts.flatMap(({ value }) => value.readers);
  const known = clientsBlock(clients, group) ?? readersBlock(group, readers);
  if (known !== null) return known;
  const useOf = (name: string): Promise<GroupUse> => groupUse(broker.store.console, clusterId, name);
  const used = useBlock(group, await useOf(group));
  if (used !== null) return used;
  for (const other of namesakes) {
    const { redriveId } = await useOf(other);
    if (redriveId !== null)
      return t('{redrive} re-drives dead letters of {other} and may need {group}. Wait until it ends, or cancel it.', {
        ...{ redrive: redriveName(redriveId), other, group },
      });
  }
  return null;
}

type Readers = GroupRemainsEverywhere['parts'][number]['value']['readers'];

function readersBlock(group: string, readers: Readers): string | null {
  const [first] = readers;
  if (first === undefined) return null;
  const unread = readers.reduce((sum, one) => (one.group === first.group ? sum + one.unread : sum), 0);
  return t(
    `{reader} has not read {unread, plural, one {# message} other {# messages}} of %DLQ%{group}, which is deleted with
    {group}. Let it read or skip them first.`,
    { reader: first.group, unread, group },
  );
}

function useBlock(group: string, { redriveId, held, isMoving }: GroupUse): string | null {
  if (redriveId !== null)
    return t('{redrive} re-drives dead letters of {group}. Wait until it ends, or cancel it.', {
      redrive: redriveName(redriveId),
      group,
    });
  if (isMoving) return t('A move to this cluster includes {group}. Finish or cancel it.', { group });
  if (held === 0) return null;
  return t(
    `{held, plural, one {# dead letter of {group} is} other {# dead letters of {group} are}} on hold. Release the hold
    first.`,
    { held, group },
  );
}
