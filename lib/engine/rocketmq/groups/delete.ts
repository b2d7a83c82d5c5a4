import { deleteGroup, readClients, readGroupRemains, readLag } from '../../../cluster';
import { checkGroupName } from '../../../model/names';
import { type Reading, stateOf } from '../../../model/reading';
import { groupUse, type GroupUse } from '../../../store/queries/cluster/group-use';
import type { BrokerRemains } from '../../port/deletion';
import type { GroupDeletionPlan, GroupRemoval } from '../../port/groups';
import type { RocketmqContext } from '../context';
import { clientsBlock, deleteInCluster } from '../deletion';

/** What goes at each broker, and with `dryRun` nothing more. @throws BrokerError as deleteInCluster */
export async function deleteClusterGroup(ctx: RocketmqContext, change: GroupRemoval): Promise<GroupDeletionPlan> {
  const plan = await planDeletion(ctx, change.group);
  if (change.dryRun) return plan;
  const { broker, engine } = ctx;
  const brokers = plan.inBrokers?.brokers ?? [];
  const { dead } = plan.contents;
  const nameServers = await deleteInCluster(broker, engine, {
    ...{ kind: 'group', name: change.group, confirm: change.confirm, actor: change.actor, reason: change.reason },
    blocker: plan.blocker,
    before: Object.fromEntries(brokers.map(({ broker: name, ...remains }) => [name, remains])),
    counts: dead === null ? {} : { dead },
    send: () => deleteGroup(engine.cluster, change.group),
  });
  return { ...plan, deleted: true, inBrokers: { brokers, nameServers } };
}

async function planDeletion({ broker, engine }: RocketmqContext, group: string): Promise<GroupDeletionPlan> {
  checkGroupName(group);
  const { cluster, clusterId } = engine;
  const { parts, silent } = await readGroupRemains(cluster, group);
  const [clients, lag, use] = await Promise.all([
    readClients(cluster, group),
    readLag(cluster, group),
    groupUse(broker.store.console, clusterId, group),
  ]);
  const brokers: BrokerRemains[] = [
    ...parts.map(({ broker: name, value }) => ({
      ...{ broker: name, problem: null, positions: value.positions, topics: value.topics, left: value.unsure },
    })),
    ...silent.map(({ broker: name, reason }) => ({
      broker: name,
      problem: reason,
      positions: 0,
      topics: [],
      left: [],
    })),
  ];
  return {
    deleted: false,
    empty: false,
    contents: {
      ...{ unread: exactly(lag.notDelivered), inFlight: null, waiting: null, dead: exactly(lag.deadLetters) },
      // What this console keeps of the group stays: its dead letters can be exported still.
      ...{ discarded: 0, redrives: 0, versions: 0, alarmRules: 0, limits: 0 },
    },
    clients: clients.clients.map(({ clientId }) => clientId),
    blocker: clientsBlock(clients, group) ?? useBlock(group, use),
    inBrokers: { brokers, nameServers: [] },
  };
}

function exactly(reading: Reading<number>): number | null {
  return reading.kind === 'value' && stateOf(reading) === 'known' ? reading.value : null;
}

function useBlock(group: string, { redriveId, held, isMoving }: GroupUse): string | null {
  if (redriveId !== null) return `RD-${redriveId} re-drives dead letters of ${group}. Wait for its end, or cancel it.`;
  if (isMoving) return `A move to this cluster names ${group}. Finish or cancel it.`;
  if (held === 0) return null;
  const [letters, are] = held === 1 ? ['1 dead letter', 'is'] : [`${held} dead letters`, 'are'];
  return `${letters} of ${group} ${are} on hold. Release the hold first.`;
}
