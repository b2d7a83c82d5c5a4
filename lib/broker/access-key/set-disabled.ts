import type { AccessKey } from '../../model/access/access-key';
import type { Actor } from '../../model/audit/actor';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { accessKeySetDisabled } from '../../store/queries/access-key/access-key-write';
import { appendAudit } from '../../store/queries/audit/audit-append';
import type { BrokerContext } from '../context';
import { changeAccessKeys } from './change';
import { auditTarget, requireAccessKey, toAccessKey } from './view';

interface KeyAndActor {
  readonly accessKeyId: string;
  readonly actor: Actor;
}

/** Its clients are refused from now on, and their held calls end. @throws BrokerError not-found, conflict */
export function disableAccessKey(ctx: BrokerContext, input: KeyAndActor): Promise<AccessKey> {
  return setDisabled(ctx, input, true);
}

/** @throws BrokerError not-found, conflict */
export function enableAccessKey(ctx: BrokerContext, input: KeyAndActor): Promise<AccessKey> {
  return setDisabled(ctx, input, false);
}

async function setDisabled(ctx: BrokerContext, input: KeyAndActor, disabled: boolean): Promise<AccessKey> {
  const { accessKeyId, actor } = input;
  return await changeAccessKeys(ctx, async (db) => {
    const row = await requireAccessKey(ctx, db, accessKeyId);
    if (!(await accessKeySetDisabled(db, ctx.clock.nowOrNull(), accessKeyId, disabled))) {
      throw new BrokerError(
        'conflict',
        disabled ? told('The access key is already disabled.') : told('The access key is already enabled.'),
        {
          field: 'accessKeyId',
          value: accessKeyId,
        },
      );
    }
    await appendAudit(db, {
      actor,
      action: disabled ? 'access-key.disable' : 'access-key.enable',
      target: auditTarget(row),
    });
    return toAccessKey(ctx, await requireAccessKey(ctx, db, accessKeyId));
  });
}
