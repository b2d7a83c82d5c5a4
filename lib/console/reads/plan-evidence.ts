import 'server-only';
import { EVIDENCE, readGroupBacklog, readRedriveEvidence } from '../../broker';
import type { ConsumerGroup } from '../../model/group';
import { known, type Reading, unknown } from '../../model/reading';
import type { TagSubscription } from '../../model/unsubscribed-tags';
import { getRuntime } from '../../runtime/singleton';
import { livingConsumers } from '../../store/queries/throttle/broker-node';
import type { ReadContext } from '../http/context';
import { databaseNow } from '../../engine';
import { toGroupView } from '../../engine';
import { plain } from '../../model/plain';
import type { GroupPause } from '../operations/groups/views';

/** What the broker knows for and against a re-drive now. */
export interface PlanEvidence {
  readonly asOf: string;
  /** Null: its messages are handed out. */
  readonly paused: GroupPause | null;
  /** Connected to any node. */
  readonly consumers: Reading<number>;
  /** Of those connected to any node: "go 5.1.2", most first. */
  readonly sdks: readonly string[];
  /** Of the clients whose deliveries ended in the newest deaths, how many are connected still. */
  readonly failedClients: { readonly of: number; readonly connected: number };
  /** What failed deliveries of the newest deaths said the version of the application was. */
  readonly failedVersions: readonly string[];
  readonly retries: Reading<{
    readonly succeeded: number;
    readonly failed: number;
    readonly lastFailedAt: string | null;
    readonly since: string;
  }>;
  readonly lastDeathAt: string | null;
  /** Messages that come to the group by themselves, per second. */
  readonly live: Reading<number>;
  /** The most deliveries per second of one minute in the last days. */
  readonly most: Reading<{ readonly perSecond: number; readonly at: string }>;
  readonly roomDays: number;
  /** Receives that limits refused in the last minutes. */
  readonly refused: { readonly count: number; readonly by: string | null };
  /** Deliveries per message in the last minutes. */
  readonly amplification: Reading<number>;
}

export async function readPlanEvidence(
  { broker, store }: ReadContext,
  group: ConsumerGroup,
  fingerprints: readonly string[] | null,
): Promise<PlanEvidence> {
  const [asOf, evidence, backlog, living, here] = await Promise.all([
    databaseNow(store.console),
    readRedriveEvidence(broker, { group: group.name, fingerprints }),
    readGroupBacklog(broker, group.groupId),
    livingConsumers(store.console, broker.clock.nowOrNull()),
    getRuntime().listClients(),
  ]);
  const { retries, deaths, room } = evidence;
  const clients = here.filter((client) => client.group === group.name && client.kind !== 'producer');
  const connected = new Set(clients.map(({ clientId }) => clientId));
  const consumers = living.groups.find((row) => row.group === group.name)?.consumers;
  const flow = backlog.flow[5];
  return {
    asOf,
    paused: plain(toGroupView(group)).paused,
    consumers:
      living.nodes === 0 || consumers === undefined
        ? unknown('no node has reported its clients')
        : // This node knows of clients that came since it last reported.
          known(Math.max(consumers, clients.length), asOf),
    sdks: [...new Set(clients.map(({ language, version }) => `${language.toLowerCase()} ${version}`.trim()))],
    failedClients: {
      of: deaths.clients.length,
      connected: deaths.clients.filter((clientId) => connected.has(clientId)).length,
    },
    failedVersions: deaths.versions,
    retries:
      retries === null
        ? unknown('not read')
        : known(
            {
              succeeded: retries.succeeded,
              failed: retries.failed,
              lastFailedAt: retries.lastFailedAt?.toISOString() ?? null,
              since: retries.since.toISOString(),
            },
            asOf,
          ),
    lastDeathAt: deaths.lastAt?.toISOString() ?? null,
    live: flow.kind === 'unknown' ? unknown(flow.reason) : known(flow.inPerSecond, asOf),
    most:
      room.mostPerSecond === null || room.mostAt === null
        ? unknown(`nothing was delivered in the last ${EVIDENCE.roomDays} days`)
        : known({ perSecond: room.mostPerSecond, at: room.mostAt.toISOString() }, asOf),
    roomDays: EVIDENCE.roomDays,
    refused: { count: room.refused, by: room.refusedBy },
    amplification:
      backlog.amplification === null
        ? unknown('nothing was delivered for the first time in 5 min')
        : known(backlog.amplification, asOf),
  };
}

/** What the consumers of the group subscribe to, as their nodes last reported. */
export async function subscribedFilters(group: string): Promise<TagSubscription[]> {
  return (await getRuntime().listClients())
    .filter((client) => client.group === group && client.kind === 'push')
    .flatMap(({ filters }) => filters);
}
