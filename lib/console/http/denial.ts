import 'server-only';
import { authorize, type Permission, type Principal } from '../../auth/permission';
import { noteDenied } from '../../auth/refusals';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { getRuntime } from '../../runtime/singleton';
import { actorOf } from './context';
import { mayEnter } from './subject';

/** authorize; a refusal of a signed-in account adds a row to the audit log. */
export async function authorizeNoted(
  principal: Principal | null,
  permission: Permission,
  subject: unknown = null,
): Promise<Principal> {
  if (principal !== null && !mayEnter(principal, { permission, subject }))
    await noteDenied(getRuntime().store.console, actorOf(principal), permission);
  authorize(principal, permission);
  if (!mayEnter(principal, { permission, subject }))
    throw new BrokerError(
      'forbidden',
      told('This needs {permission} for the whole installation. You have it for teams only.', { permission }),
      {
        limit: permission,
        value: principal.role,
      },
    );
  return principal;
}
