import type { BrokerContext } from '../../../broker';
import { previewReset, resetOffset } from '../../../cluster';
import type { Actor } from '../../../model/audit/actor';
import { BrokerError } from '../../../model/errors';
import { english, told } from '../../../model/language/t';
import { checkGroupName } from '../../../model/names';
import { stateOf, valueOrNull } from '../../../model/reading';
import { appendAudit } from '../../../store/queries/audit/audit-append';
import type { ClusterEngine } from '../clusters/directory';
import { placeOf } from './go-back';
import { requireChanges } from './write';

export interface ClusterReset {
  readonly name: string;
  readonly topic: string;
  /** What was stored at this time or later is delivered, again where it was before; null: skip to the end. */
  readonly since: Date | null;
  readonly actor: Actor;
  readonly reason: string;
}

/** Of what it skips and repeats; null: a broker did not tell. */
export interface ClusterResetOutcome {
  readonly moved: boolean;
  readonly skipped: number | null;
  readonly repeated: number | null;
}

/** On all masters. On record before it is sent. @throws BrokerError forbidden, unavailable, bad-request */
export async function resetClusterOffset(
  ctx: BrokerContext,
  engine: ClusterEngine,
  { name, topic, since, actor, reason }: ClusterReset,
): Promise<ClusterResetOutcome> {
  requireChanges(engine);
  checkGroupName(name);
  const input = { group: name, topic, since };
  const plan = await previewReset(engine.cluster, input);
  const [skipped, repeated] = [valueOrNull(plan.skipped), valueOrNull(plan.again)];
  const entry = { actor, target: name, workspace: engine.name, reason };
  const positions = Object.fromEntries(plan.queues.map((queue) => [placeOf(queue), queue.to]));
  const after = { topic, since: since?.toISOString() ?? 'the end', positions };
  // so that the group can go back to where it was
  const before = {
    ...Object.fromEntries(plan.queues.map((queue) => [placeOf(queue), queue.from])),
    ...(stateOf(plan.skipped) !== 'known' && { unknown: english(plan.skipped.reason ?? '') }),
  };
  const counts = { ...(skipped !== null && { skipped }), ...(repeated !== null && { repeated }) };
  await appendAudit(ctx.store.console, { ...entry, action: 'group.reset-offset', before, after, counts });
  const answers = await resetOffset(engine.cluster, input);
  // some brokers may have it, also where others do not answer
  ctx.changes.emit({ kind: 'group', group: name });
  const [silent] = answers.silent;
  if (silent !== undefined) {
    const failed = Object.fromEntries(answers.silent.map(({ broker, reason: why }) => [broker, english(why)]));
    await appendAudit(ctx.store.console, { ...entry, action: 'group.reset-offset-partly', after: failed });
    throw new BrokerError(
      'unavailable',
      answers.parts.length === 0
        ? told('No broker is known to have reset it. {broker}: {reason}. Reset again when all brokers respond.', silent)
        : told('Reset on {parts} only. {broker}: {reason}. Reset again when all brokers respond.', {
            ...{ ...silent, parts: answers.parts.map(({ broker }) => broker) },
          }),
    );
  }
  return { moved: answers.parts.some(({ value }) => value > 0), skipped, repeated };
}
