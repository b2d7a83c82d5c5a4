import type { BrokerContext } from '../../../broker';
import { changeGroup, readGroup } from '../../../cluster';
import type { Actor } from '../../../model/audit/actor';
import { checkGroupName } from '../../../model/names';
import type { ClusterEngine } from '../clusters/directory';
import { requireChanges, writeGroup } from './write';

interface Control {
  readonly name: string;
  readonly actor: Actor;
  readonly reason: string;
}

/** Hands out no more messages, retries included. @throws BrokerError group-not-found, forbidden, unavailable */
export function pauseClusterGroup(ctx: BrokerContext, engine: ClusterEngine, control: Control) {
  return setConsuming(ctx, engine, { ...control, isConsuming: false });
}

/** @throws BrokerError group-not-found, forbidden, unavailable */
export function resumeClusterGroup(ctx: BrokerContext, engine: ClusterEngine, control: Control) {
  return setConsuming(ctx, engine, { ...control, isConsuming: true });
}

async function setConsuming(
  ctx: BrokerContext,
  engine: ClusterEngine,
  { name, actor, reason, isConsuming }: Control & { readonly isConsuming: boolean },
): Promise<{ readonly changed: boolean }> {
  requireChanges(engine);
  checkGroupName(name);
  const group = await readGroup(engine.cluster, name);
  const has = group.brokers.filter(({ settings }) => settings !== null);
  if (has.every(({ settings }) => settings?.isConsuming === isConsuming) && group.silent.length === 0)
    return { changed: false };
  await writeGroup(ctx, engine, {
    ...{ group: name, action: isConsuming ? 'group.resume' : 'group.pause', actor, reason },
    before: Object.fromEntries(has.map(({ broker, settings }) => [broker, settings?.isConsuming])),
    after: { isConsuming },
    // In an incident the brokers that respond are stopped; the others are named in the answer.
    send: () =>
      changeGroup(engine.cluster, {
        ...{ group: name, version: group.version, change: { isConsuming } },
        withoutSilent: true,
      }),
  });
  return { changed: true };
}
