import type { BrokerContext } from '../../broker';
import { changeGroup, createGroup, readGroup, readTopic } from '../../cluster';
import type { Actor } from '../../model/audit/actor';
import { isBrokerError } from '../../model/errors';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { moveGroups, moveStep, type OutcomeRow } from '../../store/queries/cluster-move/move';
import { withTransaction } from '../../store/transaction';
import type { ClusterEngine } from '../rocketmq/clusters/directory';
import { requireChanges, writeGroup } from '../rocketmq/groups/write';
import { createClusterTopic, updateClusterTopic } from '../rocketmq/topics/write';
import type { MovedGroup, MovedTopic, Presence } from './compare';
import { planMove } from './plan';
import { moveName, requireMove } from './requires';
import { type Reason, type Told, told } from '../../model/language/t';

/**
 * Makes topics and groups in the cluster, one after the other, each on every broker and read back. What is there
 * already is left, so that it can be repeated after a failure. Then all of it is compared once more: only when
 * everything is the same the move goes on. @throws BrokerError not-found, conflict, forbidden
 */
export async function applyMove(
  ctx: BrokerContext,
  engine: ClusterEngine,
  actor: Actor,
): Promise<readonly OutcomeRow[]> {
  requireChanges(engine);
  const move = await withTransaction(ctx.store.console, (db) => requireMove(db, engine, ['settings']));
  const chosen = (await moveGroups(ctx.store.console, move.moveId)).map(({ group }) => group);
  const rows: OutcomeRow[] = [];
  const by = { actor, reason: `${moveName(move.moveId)}: ${move.reason}` };
  const before = await planMove(ctx, engine);
  for (const topic of before.topics.filter(({ name }) => move.topics.includes(name)))
    rows.push(...(await applyTopic(ctx, engine, topic, by)));
  for (const group of before.groups.filter(({ name }) => chosen.includes(name)))
    rows.push(...(await applyGroup(ctx, engine, group, move.overwrite, by)));
  engine.cluster.shared.forget('topics');
  const after = await planMove(ctx, engine);
  for (const { name, presence, why } of [...after.topics, ...after.groups]) {
    if (!move.topics.includes(name) && !chosen.includes(name)) continue;
    if (presence !== 'same')
      rows.push({
        what: name,
        broker: null,
        did: told('compared again'),
        problem: why ?? PRESENT[presence],
      });
  }
  const isDone = rows.every(({ problem }) => problem === null);
  await withTransaction(ctx.store.console, async (db) => {
    await requireMove(db, engine, ['settings']);
    await moveStep(db, ctx.clock.nowOrNull(), move.moveId, {
      next: isDone ? 'switch' : 'settings',
      outcome: { step: 'settings', by: actor.name, rows },
    });
    await appendAudit(db, {
      ...{ actor, action: 'move.settings', target: moveName(move.moveId), workspace: engine.name },
      counts: { done: rows.length, failed: rows.filter(({ problem }) => problem !== null).length },
    });
  });
  ctx.changes.emit({ kind: 'setting' });
  return rows;
}

/** As a comparison after all was done found it. */
const PRESENT: Readonly<Record<Presence, Told>> = {
  absent: told('it is not there'),
  same: told('it is there, the same'),
  uneven: told('it is not the same on all brokers there'),
  other: told('it has other settings there'),
  blocked: told('it cannot move'),
};

interface By {
  readonly actor: Actor;
  readonly reason: string;
}

async function applyTopic(ctx: BrokerContext, engine: ClusterEngine, topic: MovedTopic, by: By): Promise<OutcomeRow[]> {
  const { name, type, queues, presence } = topic;
  const what = told('topic {name}', { name });
  if (presence === 'same')
    return [{ what, broker: null, did: told('already there with the same settings'), problem: null }];
  const input = { topic: name, queues, messageType: type, ...by };
  try {
    const { brokers } =
      presence === 'absent'
        ? await createClusterTopic(ctx, engine, input)
        : await updateClusterTopic(ctx, engine, { ...input, version: (await readTopic(engine.cluster, name)).version });
    return brokers.map(({ broker, before, after, problem }) => ({
      ...{ what, broker, problem },
      did: didWords(before === null, after?.writeQueues ?? queues, after?.messageType ?? type),
    }));
  } catch (error) {
    return [failed(what, presence === 'absent' ? told('create') : told('make equal'), error)];
  }
}

async function applyGroup(
  ctx: BrokerContext,
  engine: ClusterEngine,
  { name, settings, presence, differences }: MovedGroup,
  overwrite: boolean,
  { actor, reason }: By,
): Promise<OutcomeRow[]> {
  const what = told('group {name}', { name });
  if (presence === 'same')
    return [{ what, broker: null, did: told('already there with the same settings'), problem: null }];
  if (presence === 'other' && !overwrite)
    return [{ what, broker: null, did: told('left unchanged'), problem: told('it has other settings there') }];
  try {
    const isNew = presence === 'absent';
    let done: readonly { readonly broker: string; readonly problem: Reason | null }[] = [];
    await writeGroup(ctx, engine, {
      ...{ group: name, action: isNew ? 'group.create' : 'group.update', actor, reason, after: settings },
      ...(isNew ? {} : { before: Object.fromEntries(differences.map(({ field, there }) => [field, there])) }),
      send: async () => {
        const outcome = isNew
          ? await createGroup(engine.cluster, { group: name, settings })
          : await changeGroup(engine.cluster, {
              ...{ group: name, version: (await readGroup(engine.cluster, name)).version, change: settings },
            });
        done = outcome.brokers;
        return outcome;
      },
    });
    return done.map(({ broker, problem }) => ({
      what,
      broker,
      did: isNew ? told('created') : told('overwritten'),
      problem,
    }));
  } catch (error) {
    return [failed(what, presence === 'absent' ? told('create') : told('change'), error)];
  }
}

function failed(what: Told, did: Told, error: unknown): OutcomeRow {
  if (!isBrokerError(error)) throw error;
  return { what, broker: null, did, problem: error.reason };
}

function didWords(isNew: boolean, queues: number, type: string): Told {
  return isNew
    ? told('created, {queues, plural, one {# queue} other {# queues}}, {type}', { queues, type })
    : told('changed, {queues, plural, one {# queue} other {# queues}}, {type}', { queues, type });
}
