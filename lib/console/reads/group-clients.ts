import 'server-only';
import { z } from 'zod';
import { findGroup, readDiffering, readFiltered, readGroupClients, readHeldMessages } from '../../broker';
import { hostOf } from '../../model/client-host';
import { settingWords } from '../../model/group-settings';
import { groupVersions } from '../../store/queries/group/group-versions';
import { defineRead } from '../http/define-read';
import { databaseNow } from '../http/database-time';
import { known, type Reading, unknown } from '../../model/reading';
import {
  type DifferingView,
  differingView,
  type FilteredTopicView,
  filteredView,
  type SubscriptionView,
  subscriptionView,
} from './subscriptions';
import { groupInput } from './group';

export interface GroupClientView {
  readonly client: string;
  readonly node: string;
  readonly kind: 'push' | 'simple';
  readonly language: string;
  readonly version: string;
  /** Host without the port of the connection. */
  readonly host: string;
  readonly accessKey: string | null;
  readonly since: string;
  /** Null: connected, as its node last reported. */
  readonly leftAt: string | null;
  /** Its node has not reported lately: unknown whether it is connected. */
  readonly nodeSilent: boolean;
  readonly holds: number;
  readonly heldSince: string | null;
  readonly received: Reading<number>;
  readonly acked: Reading<number>;
  /** As its newest failure report with one says; null: no report of it names one. */
  readonly appVersion: string | null;
  /** The settings that it was last sent; null: its node does not tell. */
  readonly settings: SentSettingsView | null;
  /** By topic; null: it left, or its node does not tell. */
  readonly subscriptions: readonly SubscriptionView[] | null;
}

export interface SentSettingsView {
  readonly version: number;
  readonly at: string;
  /** It was sent another retry policy, which its SDK can follow. */
  readonly adapted: boolean;
  /** "16 steps, 10 s to 2 h": of that version; null: the version is not kept. */
  readonly backoff: string | null;
}

export interface GroupClientsView {
  readonly items: readonly GroupClientView[];
  /** Including those beyond `items`. */
  readonly total: number;
  readonly nodes: number;
  /** Consumers that nodes of an older release count without naming them. */
  readonly unnamed: number;
  /** The settings in use, and since when. */
  readonly current: { readonly version: number; readonly since: string };
  /** The broker waits between the tries of an unordered group; the clients of an ordered one wait by themselves. */
  readonly clientsWait: boolean;
  /** Null: its clients subscribe alike. */
  readonly differing: DifferingView | null;
  /** By topic, messages of the last 24 h that the filters of its clients left out, most first. */
  readonly filteredOut: readonly FilteredTopicView[];
}

const VERSIONS = 200;

export const groupClientsRead = defineRead({
  permission: 'group:read',
  subject: { group: ({ group }) => group },
  input: groupInput,
  run: async ({ broker, store }, { group }): Promise<GroupClientsView> => {
    const found = await findGroup(broker, group);
    const [{ items, total, nodes, unnamed }, asOf, versions, differing, filtered] = await Promise.all([
      readGroupClients(broker, group),
      databaseNow(store.console),
      groupVersions(store.prisma, found.groupId, VERSIONS),
      readDiffering(broker, found.groupId),
      readFiltered(broker, found.groupId),
    ]);
    const backoffs = new Map(versions.map((row) => [row.version, settingWords('retryPolicy', row.retryPolicy)]));
    const rate = (perS: number | null, nodeSilent: boolean): Reading<number> =>
      nodeSilent
        ? unknown('its node does not report')
        : perS === null
          ? unknown('connected for less than 5 s')
          : known(perS, asOf);
    return {
      total,
      nodes,
      unnamed,
      current: { version: found.version, since: found.updatedAt.toISOString() },
      clientsWait: found.deliveryOrder === 'ordered',
      differing: differingView(differing),
      filteredOut: filtered.map(filteredView),
      items: items.map(({ address, since, leftAt, heldSince, receivedPerS, ackedPerS, ...item }) => {
        const { seenAt: _seen, settingsVersion, settingsAt, settingsAdapted, subscriptions, ...row } = item;
        return {
          ...row,
          subscriptions: subscriptions?.map((each) => subscriptionView(each, differing)) ?? null,
          settings:
            settingsVersion === null || settingsAt === null
              ? null
              : {
                  version: settingsVersion,
                  at: settingsAt.toISOString(),
                  adapted: settingsAdapted === true,
                  backoff: backoffs.get(settingsVersion) ?? null,
                },
          host: hostOf(address),
          since: since.toISOString(),
          leftAt: leftAt?.toISOString() ?? null,
          heldSince: heldSince?.toISOString() ?? null,
          received: rate(receivedPerS, row.nodeSilent),
          acked: rate(ackedPerS, row.nodeSilent),
        };
      }),
    };
  },
});

export interface HeldMessageView {
  readonly messageId: string | null;
  readonly topic: string;
  readonly key: string | null;
  readonly attempt: number;
  readonly since: string;
  readonly leaseEndsAt: string;
}

/** What one client of a group holds. */
export const heldMessagesRead = defineRead({
  permission: 'message:read',
  subject: { group: ({ group }) => group },
  input: groupInput.extend({ client: z.string().min(1).max(300) }),
  run: async ({ broker }, { group, client }): Promise<readonly HeldMessageView[]> =>
    (await readHeldMessages(broker, group, client)).map(({ keys, since, leaseEndsAt, ...row }) => ({
      ...row,
      key: keys?.[0] ?? null,
      since: since.toISOString(),
      leaseEndsAt: leaseEndsAt.toISOString(),
    })),
});
