import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { consumerConnections } from '../admin/connections';
import { deleteGroupConfig } from '../admin/delete-group';
import { oneGroupConfig } from '../admin/group-config-one';
import { updateGroup } from '../admin/update-group';
import type { Cluster } from '../cluster';

/** A group that exists while copies are sent to a retry topic of another one: brokers look for its name. */
interface Helper {
  readonly group: string;
  readonly topic: string;
}

const HELPER = {
  ...{ consumeEnable: true, consumeBroadcastEnable: false, consumeFromMinEnable: true, retryMaxTimes: 16 },
  ...{ retryQueueNums: 1 },
};

/** True: a group of that name is there that this console did not make, and that it leaves alone. */
export async function hasOwnGroup(cluster: Cluster, broker: string, helper: Helper): Promise<boolean> {
  return (await cluster.ask(broker, oneGroupConfig, { group: helperName(helper) })) !== null;
}

/** Before a copy is stored, a broker looks for a group of the name that follows %RETRY%. */
export async function makeHelper(cluster: Cluster, broker: string, helper: Helper): Promise<void> {
  const group = helperName(helper);
  await cluster.ask(broker, updateGroup, { group, raw: HELPER, attributes: {}, attributesBefore: {} });
}

/** A group that a client has begun to use is no helper any more, and stays. */
export async function removeHelper(cluster: Cluster, broker: string, helper: Helper): Promise<void> {
  const group = helperName(helper);
  if ((await cluster.ask(broker, consumerConnections, { group })) !== null) return;
  // Offsets of that name are not the console's own.
  await cluster.ask(broker, deleteGroupConfig, { group, cleansOffsets: false });
}

export function helperName({ group, topic }: Helper): string {
  if (group === '' || topic === '')
    throw new BrokerError('bad-request', told('A helper is named after a group and a topic.'), { field: 'group' });
  return `${group}_${topic}`;
}
