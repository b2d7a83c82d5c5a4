import 'server-only';
import { authorize, can, type Permission, type Principal } from '../../auth/permission';
import { getRuntime } from '../../runtime/singleton';
import { appendAuditOnce } from '../../store/queries/audit/audit-append';
import { actorOf } from './context';

const NOTED_MINUTES = 15;

/** authorize; a refusal of a signed-in account adds a row to the audit log (one per right and quarter hour). */
export async function authorizeNoted(principal: Principal | null, permission: Permission): Promise<Principal> {
  if (principal !== null && !can(principal, permission)) {
    const entry = { actor: actorOf(principal), action: 'access.deny', target: permission };
    await appendAuditOnce(getRuntime().store.console, entry, NOTED_MINUTES);
  }
  authorize(principal, permission);
  return principal;
}
