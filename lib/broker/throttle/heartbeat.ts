import { groupClientReport, type ReportedClient } from '../../store/queries/client/group-client';
import { type GroupConsumers, nodeBeat, nodeLeave } from '../../store/queries/throttle/broker-node';
import { nodeReport, type NodeSession } from '../../store/queries/throttle/node-report';
import { isBrokerError } from '../../model/errors';
import { retryRolledBack } from '../../store/sql-errors';
import type { BrokerContext } from '../context';

export interface Heartbeat {
  readonly consumersByGroup: ReadonlyMap<string, number>;
  /** Client ids of push consumers connected to this node. */
  readonly pushClients: readonly string[];
  /** The consumers that have introduced themselves. */
  readonly consumers?: readonly Consumer[] | undefined;
  /** All clients that have introduced themselves. */
  readonly sessions?: readonly NodeSession[] | undefined;
}

/** A consumer as the node that serves it knows it. */
export interface Consumer extends Omit<ReportedClient, 'groupId' | 'clientId' | 'sinceMs'> {
  readonly group: string;
  readonly clientId: string;
  readonly connectedMs: number;
}

/** Reports that this node is alive and serves these clients. Rates are shared among the nodes that are alive. */
export async function heartbeat(
  ctx: BrokerContext,
  { consumersByGroup, pushClients, consumers = [], sessions = [] }: Heartbeat,
): Promise<void> {
  // First, while they are known to be here: a client that leaves meanwhile must not be stored again.
  const clientIds = await Promise.all(pushClients.map((name) => ctx.clients.id(name)));
  const groups: GroupConsumers[] = [];
  for (const [name, consumers] of consumersByGroup) {
    try {
      groups.push({ groupId: (await ctx.groups.find(name)).groupId, consumers });
    } catch (error) {
      if (!isBrokerError(error)) throw error;
    }
  }
  const now = ctx.clock.nowOrNull();
  const reported = await Promise.all(consumers.map((consumer) => toReported(ctx, consumer)));
  const nodes = await nodeBeat(ctx.store.console, now, ctx.nodeId, groups, clientIds);
  ctx.throttle.setNodes(nodes);
  ctx.wakeups.setAlone(nodes === 1);
  const here = reported.filter((row) => row !== null);
  await retryRolledBack(() => groupClientReport(ctx.store.console, now, ctx.nodeId, here));
  // Pages of other consoles read again once it can be read.
  if (await nodeReport(ctx.store.console, now, ctx.nodeId, sessions, ctx.throttle.uses()))
    ctx.changes.emit({ kind: 'client' });
}

/** Null: its group does not exist. */
async function toReported(ctx: BrokerContext, consumer: Consumer): Promise<ReportedClient | null> {
  const { group, clientId, connectedMs, ...rest } = consumer;
  const found = await ctx.groups.find(group).catch((error: unknown) => {
    if (isBrokerError(error)) return null;
    throw error;
  });
  if (found === null) return null;
  return { ...rest, groupId: found.groupId, clientId: await ctx.clients.id(clientId), sinceMs: connectedMs };
}

/** This node stops: the others take over its share of the rates at their next heartbeat. */
export async function leave(ctx: BrokerContext): Promise<void> {
  await groupClientReport(ctx.store.console, ctx.clock.nowOrNull(), ctx.nodeId, []);
  await nodeLeave(ctx.store.console, ctx.nodeId);
}
