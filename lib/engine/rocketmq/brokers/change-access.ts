import { type AccessAtOne, type AccessOutcome, changeAccess } from '../../../cluster';
import type { AccessChange, AccessHeld, AccessStep } from '../../../model/cluster/access-change';
import { appendAudit } from '../../../store/queries/audit/audit-append';
import type { AccessChangeAsked } from '../../port/access';
import type { RocketmqContext } from '../context';
import { requireChanges } from '../groups/write';
import { requireReached } from '../partly';
import { told } from '../../../model/language/t';

const ACTIONS: Readonly<Record<AccessChange['kind'], string>> = {
  'put-user': 'cluster-user.update',
  'delete-user': 'cluster-user.delete',
  'make-equal': 'cluster-user.make-equal',
  'put-rule': 'cluster-rule.update',
  'delete-rule': 'cluster-rule.delete',
};

/** On record before the first byte is sent, never with a password. @throws BrokerError as changeAccess, forbidden */
export async function changeAccessOf(ctx: RocketmqContext, asked: AccessChangeAsked): Promise<AccessOutcome> {
  const { broker, engine } = ctx;
  const { user, change, password, actor, reason, isDryRun } = asked;
  if (!isDryRun) requireChanges(engine);
  const entry = { actor, action: ACTIONS[change.kind], target: user, workspace: engine.name, reason };
  const outcome = await changeAccess(engine.cluster, asked, async (planned) => {
    const isCopied = change.kind === 'make-equal';
    const sets = isCopied ? { password: `as on ${change.like}` } : password === null ? {} : { password: 'new' };
    const before = Object.fromEntries(
      planned.map(({ broker: name, before: had, steps }) => [name, partOf(had, steps)]),
    );
    const after = Object.fromEntries(planned.map(({ broker: name, after: has, steps }) => [name, partOf(has, steps)]));
    await appendAudit(broker.store.console, { ...entry, before, after: { ...after, ...sets } });
  });
  if (isDryRun) return outcome;
  broker.changes.emit({ kind: 'sample' });
  await requireReached(broker, entry, outcome, told('Change it again, or make the brokers equal.'));
  return outcome;
}

/** What the steps are about: a user may have hundreds of rules. */
function partOf(held: AccessAtOne['after'], steps: readonly AccessStep[]): Partial<AccessHeld> {
  if (held === null) return {};
  const rules = held.rules.filter(({ policy, resource }) =>
    steps.some((step) => 'rule' in step && step.rule.policy === policy && step.rule.resource === resource),
  );
  const isOfUser = steps.some(({ does }) => does.endsWith('-user'));
  return { ...(isOfUser && { user: held.user }), ...(rules.length > 0 && { rules }) };
}
