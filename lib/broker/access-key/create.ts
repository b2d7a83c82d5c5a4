import { told } from '../../model/language/t';
import { ACCESS_KEY_LIMITS, type AccessKey, checkAccessKeyTexts } from '../../model/access/access-key';
import { type AccessRule, checkAccessRules } from '../../model/access/access-rule';
import type { Actor } from '../../model/audit/actor';
import { BrokerError } from '../../model/errors';
import { accessKeyInsert } from '../../store/queries/access-key/access-key-write';
import { appendAudit } from '../../store/queries/audit/audit-append';
import type { BrokerContext } from '../context';
import { changeAccessKeys } from './change';
import { generateAccessKeyId, generateAccessSecret } from './generate';
import { auditTarget, requireAccessKey, toAccessKey } from './view';

export interface CreateAccessKeyInput {
  /** Where it is used. */
  readonly name: string;
  readonly note?: string | undefined;
  /** Empty: the key has no rights yet. */
  readonly rules: readonly AccessRule[];
  readonly expiresAt?: Date | null | undefined;
  readonly actor: Actor;
}

/**
 * Only this answer has the secret.
 * @throws BrokerError bad-request; too-many-requests at the limit of keys
 */
export async function createAccessKey(
  ctx: BrokerContext,
  { name, note = '', rules, expiresAt = null, actor }: CreateAccessKeyInput,
): Promise<{ readonly key: AccessKey; readonly secret: string }> {
  checkAccessKeyTexts({ name, note });
  checkAccessRules(rules);
  const accessKeyId = generateAccessKeyId();
  const secret = generateAccessSecret();
  const sealed = ctx.seal.seal(accessKeyId, secret);
  const made = { accessKeyId, name: name.trim(), note: note.trim(), rules, secret: sealed, expiresAt };
  const key = await changeAccessKeys(ctx, async (db) => {
    const row = { ...made, createdBy: actor.name };
    if (!(await accessKeyInsert(db, ctx.clock.nowOrNull(), row, ACCESS_KEY_LIMITS.keys))) {
      throw new BrokerError(
        'too-many-requests',
        told('There may be at most {most, number} access keys.', { most: ACCESS_KEY_LIMITS.keys }),
        {
          limit: ACCESS_KEY_LIMITS.keys,
        },
      );
    }
    await appendAudit(db, {
      actor,
      action: 'access-key.create',
      target: auditTarget(made),
      after: { rules, expiresAt },
    });
    return toAccessKey(ctx, await requireAccessKey(ctx, db, accessKeyId));
  });
  return { key, secret };
}
