import {
  findScheduled,
  readAssignments,
  readClientHolds,
  readGroup,
  readProducers,
  readTimers,
  readWaitingRetries,
  previewReset,
} from '../../../cluster';
import type { BrokersPort, GroupConnections, LagInBrokers } from '../../port/brokers';
import { subscriptionView } from '../../port/subscription-view';
import type { RocketmqContext } from '../context';
import { clientBackoff, readGroupBackoff } from '../groups/backoff';
import { planResetUndo, undoReset } from '../groups/go-back';
import { drainsOfCluster } from '../groups/drains';
import { differingInCluster, inBrokers } from '../groups/state';
import { explainAccess, listAccess } from './access';
import { changeAccessOf } from './change-access';
import { changeSetting } from './change-setting';
import { consumeNow } from './consume-now';
import { readCopies } from './copies';
import { findInBrokers } from './find';
import { listBrokers } from './list';
import { readLoad, readLoadHistory } from './load';

export function rocketmqBrokers(ctx: RocketmqContext): BrokersPort {
  const { cluster } = ctx.engine;
  return {
    lag: (group) => readLag(ctx, group),
    connections: (group) => readConnections(ctx, group),
    clientHolds: (asked) => readClientHolds(cluster, asked),
    assignments: (group) => readAssignments(cluster, group),
    waitingRetries: (group) => readWaitingRetries(cluster, group),
    previewReset: (asked) => previewReset(cluster, asked),
    previewResetUndo: (group, at) => planResetUndo(ctx, group, at),
    undoReset: (change) => undoReset(ctx, change),
    producers: () => readProducers(cluster),
    list: () => listBrokers(ctx),
    changeSetting: (change) => changeSetting(ctx, change),
    timers: async () => {
      const { asOf, parts, silent } = await readTimers(cluster);
      return { asOf, silent, brokers: parts.map(({ broker, value }) => ({ broker, ...value })) };
    },
    findScheduled: async (asked) => {
      const { asOf, parts, silent } = await findScheduled(cluster, asked);
      return { asOf, silent, items: parts.flatMap(({ value }) => value) };
    },
    access: () => listAccess(ctx),
    changeAccess: (change) => changeAccessOf(ctx, change),
    explainAccess: (asked) => explainAccess(ctx, asked),
    load: () => readLoad(ctx),
    loadHistory: (from) => readLoadHistory(ctx, from),
    copies: (asked) => readCopies(ctx, asked),
    consumeNow: (asked) => consumeNow(ctx, asked),
    find: (asked) => findInBrokers(ctx, asked),
  };
}

async function readLag(ctx: RocketmqContext, name: string): Promise<LagInBrokers> {
  const group = await readGroup(ctx.engine.cluster, name);
  const [sample, backlogOf] = await Promise.all([ctx.engine.groups.read(group), drainsOfCluster(ctx)]);
  const { lag, oldest, still } = sample;
  const { drain } = backlogOf(name);
  return { lag, oldest, drain, still, inBrokers: inBrokers(group, { last: sample, problem: null }) };
}

async function readConnections({ broker, engine }: RocketmqContext, name: string): Promise<GroupConnections> {
  const group = await readGroup(engine.cluster, name);
  const { clients: found, kind, subscribed } = await engine.groups.read(group);
  const [backoff, differing] = await Promise.all([
    readGroupBackoff(broker, engine, group),
    differingInCluster({ broker, engine }, name),
  ]);
  const clients = subscribed.map(({ client, subscriptions }) => {
    const { isOwn: _own, isBroadcast: _each, ...view } = client;
    return {
      ...{ ...view, backoff: clientBackoff(client, backoff) },
      subscriptions: subscriptions?.map((each) => subscriptionView(each, differing)) ?? null,
    };
  });
  return { ...found, kind, backoff, differing, clients };
}
