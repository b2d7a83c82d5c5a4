import type { BrokerContext } from '../../../broker';
import { checkClusterGroup, type Cluster, createGroup, readGroup } from '../../../cluster';
import type { Actor } from '../../../model/audit/actor';
import { BrokerError, isBrokerError } from '../../../model/errors';
import { told } from '../../../model/language/t';
import type { GroupSettingsInput } from '../../../model/group/group-settings';
import { checkGroupName } from '../../../model/names';
import type { ClusterEngine } from '../clusters/directory';
import type { NotedVersion } from './note-versions';
import { changeForCluster } from './settings';
import { requireChanges, writeGroup } from './write';

interface CreateClusterGroupInput extends GroupSettingsInput {
  readonly name: string;
  readonly actor: Actor;
  readonly reason?: string | undefined;
}

/**
 * On all masters, with what brokers take for settings that are left out.
 * @throws BrokerError forbidden, bad-request, unsupported, already-exists, unavailable
 */
export async function createClusterGroup(
  ctx: BrokerContext,
  engine: ClusterEngine,
  { name, actor, reason, ...input }: CreateClusterGroupInput,
): Promise<NotedVersion> {
  checkGroupName(name);
  requireChanges(engine);
  const settings = changeForCluster(input, null);
  // Before it is on record, let alone sent.
  checkClusterGroup(settings);
  await refuseIfPresent(engine.cluster, name);
  const write = { group: name, action: 'group.create', actor, reason, after: settings };
  return await writeGroup(ctx, engine, {
    ...write,
    send: () => createGroup(engine.cluster, { group: name, settings }),
  });
}

/** Before anything is on record: the same request again is no change. */
async function refuseIfPresent(cluster: Cluster, name: string): Promise<void> {
  const present = await readGroup(cluster, name).catch((error: unknown) => {
    if (isBrokerError(error) && error.code === 'group-not-found') return null;
    throw error;
  });
  if (present === null) return;
  const { missingOn } = present;
  const says =
    missingOn.length === 0
      ? told('Consumer group {name} already exists.', { name })
      : told('Consumer group {name} already exists. It is missing on {brokers}: make the brokers equal.', {
          ...{ name, brokers: missingOn },
        });
  throw new BrokerError('already-exists', says, {
    field: 'group',
    value: name,
  });
}
