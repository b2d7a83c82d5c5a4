import { runningInfo } from '../admin/running-info';
import type { Cluster } from '../cluster';
import type { GroupClients } from '../read/client';
import type { ClusterGroup } from '../read/group';
import { kindOf } from '../read/kind';
import { readClients } from '../read/read-clients';
import { readGroup } from '../read/read-groups';
import { requireSome } from '../topology/answers';
import type { GroupKind } from '../topology/capability';
import type { BrokerFacts } from '../topology/facts';
import { readFacts } from '../topology/read-facts';
import { chooseWay, type WayChoice } from './way';

const ORDERLY_MS = 30_000;

export interface GroupWay extends WayChoice {
  readonly group: ClusterGroup;
  readonly kind: GroupKind;
  readonly clients: GroupClients;
  readonly facts: ReadonlyMap<string, BrokerFacts>;
}

/** Asks the clients that are connected now. @throws BrokerError group-not-found, unavailable */
export async function readWay(cluster: Cluster, name: string, assumed: '4.x' | '5.x' | null): Promise<GroupWay> {
  const [group, clients, facts] = await Promise.all([
    readGroup(cluster, name),
    readClients(cluster, name),
    readFacts(cluster).then(requireSome),
  ]);
  const seen = kindOf(group, clients);
  const kind = seen === 'classic' ? await classicKind(cluster, clients) : seen;
  const brokers = new Map(facts.parts.map(({ broker, value }) => [broker, value]));
  const choice = chooseWay({ kind, isOrdered: group.settings.isOrdered, brokers: [...brokers.values()], assumed });
  return { ...choice, group, kind, clients, facts: brokers };
}

/** By the listeners of its clients. One that does not say counts as ordered: that way is right for both. */
async function classicKind(cluster: Cluster, { group, clients }: GroupClients): Promise<GroupKind> {
  const direct = clients.filter(({ protocol }) => protocol === 'remoting');
  return cluster.shared.read(
    `orderly ${group} ${direct.map(({ clientId }) => clientId).join()}`,
    ORDERLY_MS,
    async () => {
      const said = await Promise.all(direct.map((client) => isOrderly(cluster, group, client)));
      return said.every((orderly) => orderly === false) ? 'classic' : 'classic-ordered';
    },
  );
}

async function isOrderly(
  cluster: Cluster,
  group: string,
  { clientId, brokers }: Pick<GroupClients['clients'][number], 'clientId' | 'brokers'>,
): Promise<boolean | null> {
  const [broker] = brokers;
  if (broker === undefined) return null;
  try {
    return (await cluster.ask(broker, runningInfo, { group, clientId })).consumesOrderly;
  } catch {
    return null;
  }
}
