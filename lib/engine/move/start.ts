import type { BrokerContext } from '../../broker';
import type { Actor } from '../../model/audit/actor';
import { BrokerError } from '../../model/errors';
import { type Told, told } from '../../model/language/t';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { moveInsert } from '../../store/queries/cluster-move/move';
import { withTransaction } from '../../store/transaction';
import type { ClusterEngine } from '../rocketmq/clusters/directory';
import { requireNoDeletion } from '../rocketmq/deletion';
import { requireChanges } from '../rocketmq/groups/write';
import { type MovePlan, type PlannedGroup, planMove, sharesTopic } from './plan';
import { moveName } from './requires';

export interface StartMoveInput {
  readonly topics: readonly string[];
  /** messages: what waits and is dead goes along; else its clients finish it here. */
  readonly groups: readonly { readonly name: string; readonly messages: boolean }[];
  /** Groups that are there with other settings get those of this installation. */
  readonly overwrite: boolean;
  readonly reason: string;
  readonly actor: Actor;
}

/** Writes down what is to move. Nothing is changed yet. @throws BrokerError forbidden, bad-request, conflict */
export async function startMove(ctx: BrokerContext, engine: ClusterEngine, input: StartMoveInput): Promise<number> {
  requireChanges(engine);
  const { topics, groups, overwrite, actor } = input;
  const reason = input.reason.trim();
  if (reason === '') refuse('reason', 'at least 1 character', told('Enter a reason. It is kept in the audit log.'));
  if (topics.length + groups.length === 0) refuse('topics', 'at least 1', told('Select a topic or a group to move.'));
  checkChosen(input, await planMove(ctx, engine));
  const moveId = await withTransaction(ctx.store.console, async (db) => {
    const { clusterId } = engine;
    await requireNoDeletion(db, engine);
    const made = await moveInsert(db, ctx.clock.nowOrNull(), {
      ...{ clusterId, topics, groups, overwrite, reason, createdBy: actor.name },
    });
    if (made === null)
      throw new BrokerError(
        'conflict',
        told('A move to {engine} is open. Finish or cancel it first.', { engine: engine.name }),
        {
          field: 'workspace',
          limit: 'one at a time',
          value: engine.name,
        },
      );
    await appendAudit(db, {
      ...{ actor, action: 'move.start', target: moveName(made), workspace: engine.name, reason },
      after: { topics, groups, overwrite },
    });
    return made;
  });
  ctx.changes.emit({ kind: 'setting' });
  return moveId;
}

function checkChosen({ topics, groups, overwrite }: StartMoveInput, plan: MovePlan): void {
  const [silent] = plan.silent;
  if (silent !== undefined)
    throw new BrokerError(
      'unavailable',
      told('{broker} did not respond ({reason}). All brokers must respond.', {
        broker: silent.broker,
        reason: silent.reason,
      }),
    );
  for (const name of topics) {
    const topic = plan.topics.find((each) => each.name === name);
    if (topic === undefined)
      refuse('topics', 'topics of this installation', told('Topic {name} does not exist here.', { name }), name);
    if (topic.presence === 'blocked')
      refuse('topics', 'one that can move', told('{name} cannot move: {why}.', { name, why: topic.why ?? '' }), name);
  }
  for (const { name, messages } of groups) {
    const group = plan.groups.find((each) => each.name === name);
    if (group === undefined)
      refuse('groups', 'groups of this installation', told('Group {name} does not exist here.', { name }), name);
    if (group.presence === 'blocked')
      refuse('groups', 'one that can move', told('{name} cannot move: {why}.', { name, why: group.why ?? '' }), name);
    if (group.presence === 'other' && !overwrite)
      refuse(
        'overwrite',
        'true',
        told('{name} has other settings in the cluster. Confirm that they are overwritten.', { name }),
        name,
      );
    if (!messages) continue;
    if (group.messagesStay !== null)
      refuse(
        'groups',
        'messages that can move',
        told('Messages of {name} cannot move: {why}.', { name, why: group.messagesStay }),
        name,
      );
    const missing = group.topics.find(
      (topic) => !topics.includes(topic) && plan.topics.find((each) => each.name === topic)?.presence !== 'same',
    );
    if (missing !== undefined)
      refuse(
        'topics',
        missing,
        told('{name} reads {missing}, which is not in the cluster. Move it too.', { name, missing }),
        name,
      );
  }
  refuseTwice(plan.groups.filter(({ name }) => groups.some((each) => each.name === name && each.messages)));
}

/** Each of two groups that are reached through one topic would get what waits for the other. */
function refuseTwice(groups: readonly PlannedGroup[]): void {
  const through = groups.filter(({ way }) => way === 'topic');
  for (const [index, one] of through.entries()) {
    const other = through.slice(index + 1).find((each) => sharesTopic(one, each));
    if (other !== undefined)
      refuse(
        'groups',
        'messages of one of them',
        told(
          `Waiting messages of {one} and {other} go through a topic that both read, so each would get them twice. Let
          the clients of one group finish here.`,
          { one: one.name, other: other.name },
        ),
        other.name,
      );
  }
}

function refuse(field: string, limit: string, message: string | Told, value = ''): never {
  throw new BrokerError('bad-request', message, { field, limit, value });
}
