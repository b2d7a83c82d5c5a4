import { type BrokerContext, createAccessKey, deleteAccessKey, listAccessKeys } from '../broker';
import { systemActor } from '../model/audit/actor';
import type { AccessRule } from '../model/access/access-rule';
import type { PracticeAccessKey } from './protocol';
import { BILLING_GROUP, LEDGER, LEDGER_GROUP, ORDERS } from './scenario';

const NAME = 'practice incident';
/**
 * Not the operator who pressed the button: an operator who may run the practice incident may not manage access keys.
 */
const ISSUER = systemActor('practice');
const RULES: readonly AccessRule[] = [
  ...[ORDERS, LEDGER].map((pattern) => ({ resource: 'topic', pattern, actions: ['publish', 'subscribe'] }) as const),
  ...[BILLING_GROUP, LEDGER_GROUP].map((pattern) => ({ resource: 'group', pattern, actions: ['consume'] }) as const),
];

/** For this run and its names alone; the one of a run that was killed ends here. */
export async function issuePracticeKey(ctx: BrokerContext): Promise<PracticeAccessKey> {
  await deletePracticeKeys(ctx);
  const { key, secret } = await createAccessKey(ctx, { name: NAME, rules: RULES, actor: ISSUER });
  return { accessKey: key.accessKeyId, accessSecret: secret };
}

export async function deletePracticeKeys(ctx: BrokerContext): Promise<void> {
  for (const { accessKeyId, name, createdBy } of await listAccessKeys(ctx)) {
    if (name === NAME && createdBy === ISSUER.name) await deleteAccessKey(ctx, { accessKeyId, actor: ISSUER });
  }
}
