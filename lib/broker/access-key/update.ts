import { type AccessKey, checkAccessKeyTexts } from '../../model/access/access-key';
import { type AccessRule, checkAccessRules } from '../../model/access/access-rule';
import type { Actor } from '../../model/audit/actor';
import { BrokerError } from '../../model/errors';
import { accessKeyUpdate } from '../../store/queries/access-key/access-key-write';
import { appendAudit } from '../../store/queries/audit/audit-append';
import type { BrokerContext } from '../context';
import { changeAccessKeys } from './change';
import { auditTarget, requireAccessKey, toAccessKey } from './view';
import { savedMeanwhile } from '../../model/saved-meanwhile';

export interface UpdateAccessKeyInput {
  readonly accessKeyId: string;
  readonly name: string;
  readonly note: string;
  readonly rules: readonly AccessRule[];
  readonly expiresAt: Date | null;
  /** The version the caller saw; absent: whatever it is now. */
  readonly version?: number | undefined;
  readonly actor: Actor;
}

/** @throws BrokerError bad-request, not-found, conflict */
export async function updateAccessKey(ctx: BrokerContext, input: UpdateAccessKeyInput): Promise<AccessKey> {
  const { accessKeyId, rules, expiresAt, version, actor } = input;
  checkAccessKeyTexts(input);
  checkAccessRules(rules);
  const to = { name: input.name.trim(), note: input.note.trim(), rules, expiresAt };
  return await changeAccessKeys(ctx, async (db) => {
    const before = await requireAccessKey(ctx, db, accessKeyId);
    if (version !== undefined && version !== before.version) {
      throw new BrokerError('conflict', savedMeanwhile(before.version, version), {
        field: 'version',
        limit: before.version,
        value: version,
      });
    }
    await accessKeyUpdate(db, accessKeyId, to);
    await appendAudit(db, {
      actor,
      action: 'access-key.update',
      target: auditTarget(before),
      before: { name: before.name, note: before.note, rules: before.rules, expiresAt: before.expiresAt },
      after: to,
    });
    return toAccessKey(ctx, await requireAccessKey(ctx, db, accessKeyId));
  });
}
