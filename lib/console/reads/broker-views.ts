import 'server-only';
import { z } from 'zod';
import {
  type ClusterClient,
  type GroupClients,
  type GroupKind,
  type GroupLag,
  type OldestWaiting,
  readGroup,
} from '../../cluster';
import { type ClusterProducers, previewReset, readProducers, type ResetPreview } from '../../cluster';
import { clientBackoff, type GroupBackoff, readGroupBackoff, type StillQueue } from '../../engine';
import type { Drain } from '../../model/backlog/drain';
import type { Reading } from '../../model/reading';
import type { RetryPolicy } from '../../model/retry-policy';
import { defineRead } from '../http/define-read';
import type { ClusterReadContext } from '../http/engine';
import { offsetToSchema, sinceOf } from '../schemas/group-control';
import { plain } from '../../model/plain';
import type { DifferingView, GroupInBrokers, SubscriptionView } from '../operations/groups/views';
import { differingInCluster, drainsOfCluster, inBrokers, subscriptionView } from '../../engine';
import { groupInput } from '../schemas/group-input';

/** The backlog of a group by topic, queue and broker, retries included, and its settings on each broker. */
export interface BrokerLagView {
  readonly lag: GroupLag;
  readonly oldest: Reading<OldestWaiting | null>;
  /** When nothing waits any more. */
  readonly drain: Reading<Drain>;
  /** Queues that stand still. */
  readonly still: readonly StillQueue[];
  readonly inBrokers: GroupInBrokers;
}

export const brokerLagRead = defineRead({
  permission: 'group:read',
  subject: 'system',
  input: groupInput,
  runInCluster: async (ctx, { group: name }): Promise<BrokerLagView> => {
    const group = await readGroup(ctx.engine.cluster, name);
    const [sample, backlogOf] = await Promise.all([ctx.engine.groups.read(group), drainsOfCluster(ctx)]);
    const { lag, oldest, still } = sample;
    const { drain } = backlogOf(name);
    return { lag, oldest, drain, still, inBrokers: inBrokers(group, { last: sample, problem: null }) };
  },
});

export interface BrokerClientView extends Omit<ClusterClient, 'subscriptions' | 'isOwn' | 'isBroadcast'> {
  /** Its own; null: it has not said so yet. */
  readonly subscriptions: readonly SubscriptionView[] | null;
  /** What it waits by after a failure. */
  readonly backoff: Reading<RetryPolicy>;
}

export interface BrokerClientsView extends Omit<GroupClients, 'clients'> {
  /** Null: its clients subscribe alike, as last counted. */
  readonly differing: DifferingView | null;
  readonly kind: GroupKind;
  /** Of the group, which its 5.x clients follow. */
  readonly backoff: GroupBackoff;
  readonly clients: readonly BrokerClientView[];
}

export const brokerClientsRead = defineRead({
  permission: 'group:read',
  subject: 'system',
  input: groupInput,
  runInCluster: (ctx, { group }) => readBrokerClients(ctx, group),
});

export async function readBrokerClients(
  { broker, engine }: Pick<ClusterReadContext, 'broker' | 'engine'>,
  name: string,
): Promise<BrokerClientsView> {
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
  return { ...found, kind, backoff, differing: plain(differing), clients };
}

/** What a reset of the position in one topic would skip and repeat. Writes nothing. */
export const brokerResetRead = defineRead({
  permission: 'group:read',
  subject: 'system',
  input: groupInput.extend({ to: offsetToSchema, topic: z.string().min(1).max(200) }),
  runInCluster: ({ engine }, { group, topic, to }): Promise<ResetPreview> =>
    previewReset(engine.cluster, { group, topic, since: sinceOf(to) }),
});

/** Connected 4.x producers. */
export const brokerProducersRead = defineRead({
  permission: 'group:read',
  subject: 'system',
  input: z.strictObject({}),
  runInCluster: ({ engine }): Promise<ClusterProducers> => readProducers(engine.cluster),
});
