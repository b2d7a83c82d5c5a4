import 'server-only';
import { authorize, type Permission, type Principal } from '../../auth/permission';
import { BrokerError } from '../../model/errors';
import { getRuntime } from '../../runtime/singleton';
import { appendAuditOnce } from '../../store/queries/audit/audit-append';
import { actorOf } from './context';
import { mayEnter } from './subject';

const NOTED_MINUTES = 15;

/** authorize; a refusal of a signed-in account adds a row to the audit log (one per right and quarter hour). */
export async function authorizeNoted(
  principal: Principal | null,
  permission: Permission,
  subject: unknown = null,
): Promise<Principal> {
  if (principal !== null && !mayEnter(principal, { permission, subject })) {
    const entry = { actor: actorOf(principal), action: 'access.deny', target: permission };
    await appendAuditOnce(getRuntime().store.console, entry, NOTED_MINUTES);
  }
  authorize(principal, permission);
  if (!mayEnter(principal, { permission, subject }))
    throw new BrokerError('forbidden', `This needs ${permission} for the whole installation; you have it for teams.`, {
      limit: permission,
      value: principal.role,
    });
  return principal;
}
