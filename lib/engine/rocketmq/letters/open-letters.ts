import type { BrokerContext } from '../../../broker';
import { openLetters } from '../../../cluster';
import type { Actor } from '../../../model/audit/actor';
import { BrokerError } from '../../../model/errors';
import { english, told } from '../../../model/language/t';
import { checkGroupName } from '../../../model/names';
import { appendAudit } from '../../../store/queries/audit/audit-append';
import type { ClusterEngine } from '../clusters/directory';
import { requireChanges } from '../groups/write';

/**
 * Lets this console read the dead letters of a group that old brokers made for writing only. Nothing else of the topics
 * changes. On record before it is sent. @returns the brokers @throws BrokerError forbidden, unavailable
 */
export async function openClusterLetters(
  ctx: BrokerContext,
  engine: ClusterEngine,
  { group, actor, reason }: { readonly group: string; readonly actor: Actor; readonly reason: string },
): Promise<{ readonly brokers: readonly string[] }> {
  requireChanges(engine);
  checkGroupName(group);
  const entry = { actor, target: group, workspace: engine.name, reason };
  await appendAudit(ctx.store.console, { ...entry, action: 'dead-letter.make-readable' });
  const { parts, silent } = await openLetters(engine.cluster, group);
  const brokers = parts.filter(({ value }) => value).map(({ broker }) => broker);
  ctx.changes.emit({ kind: 'dead-letter', group });
  const [first] = silent;
  if (first === undefined) return { brokers };
  const failed = Object.fromEntries(silent.map(({ broker, reason: why }) => [broker, english(why)]));
  await appendAudit(ctx.store.console, { ...entry, action: 'dead-letter.make-readable-partly', after: failed });
  throw new BrokerError(
    'unavailable',
    brokers.length === 0
      ? told('No change is known to have happened. {broker}: {reason}. Try again when all brokers respond.', first)
      : told('Readable on {brokers} only. {broker}: {reason}. Try again when all brokers respond.', {
          ...{ ...first, brokers },
        }),
  );
}
