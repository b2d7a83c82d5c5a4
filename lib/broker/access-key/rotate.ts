import { ACCESS_KEY_LIMITS, type AccessKey } from '../../model/access/access-key';
import type { Actor } from '../../model/audit/actor';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { accessKeyRotate } from '../../store/queries/access-key/access-key-write';
import { appendAudit } from '../../store/queries/audit/audit-append';
import type { BrokerContext } from '../context';
import { changeAccessKeys } from './change';
import { generateAccessSecret } from './generate';
import { auditTarget, requireAccessKey, toAccessKey } from './view';

export interface RotateAccessKeyInput {
  readonly accessKeyId: string;
  /** How long the previous secret stays valid beside the new one; 0: not at all. */
  readonly overlapMs: number;
  readonly actor: Actor;
}

/**
 * A new secret. Only this answer has it.
 * @throws BrokerError bad-request (overlapMs 0 to 24 h), not-found
 */
export async function rotateAccessKey(
  ctx: BrokerContext,
  { accessKeyId, overlapMs, actor }: RotateAccessKeyInput,
): Promise<{ readonly key: AccessKey; readonly secret: string }> {
  const limit = ACCESS_KEY_LIMITS.maxOverlapMs;
  if (!Number.isInteger(overlapMs) || overlapMs < 0 || overlapMs > limit) {
    throw new BrokerError(
      'bad-request',
      told('overlapMs must be between 0 and {limit} ms (got {overlapMs}).', { limit, overlapMs }),
      {
        field: 'overlapMs',
        limit: `0 to ${limit} ms`,
        value: overlapMs,
      },
    );
  }
  const secret = generateAccessSecret();
  const key = await changeAccessKeys(ctx, async (db) => {
    const before = await requireAccessKey(ctx, db, accessKeyId);
    await accessKeyRotate(db, ctx.clock.nowOrNull(), before, ctx.seal.seal(accessKeyId, secret), overlapMs);
    await appendAudit(db, {
      actor,
      action: 'access-key.rotate',
      target: auditTarget(before),
      after: { overlapMs },
    });
    return toAccessKey(ctx, await requireAccessKey(ctx, db, accessKeyId));
  });
  return { key, secret };
}
