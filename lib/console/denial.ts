import 'server-only';
import { addressBlock } from '../auth/address-block';
import { authorize, can, type Permission, type Principal } from '../auth/permission';
import { getRuntime } from '../runtime/singleton';
import { appendAuditOnce } from '../store/queries/audit/audit-append';
import { actorOf } from './context';

/** A program that asks every second is refused every second; it is noted so often. */
const NOTED_MINUTES = 15;

/** authorize, and a refusal of somebody who is signed in leaves a row in the audit log (one per right and quarter hour). */
export async function authorizeNoted(principal: Principal | null, permission: Permission): Promise<Principal> {
  if (principal !== null && !can(principal, permission)) {
    const entry = { actor: actorOf(principal), action: 'access.deny', target: permission };
    await appendAuditOnce(getRuntime().store.console, entry, NOTED_MINUTES);
  }
  authorize(principal, permission);
  return principal;
}

/**
 * A token that was revoked, mistyped or made up: one row per block of addresses and quarter hour. Of the token only what the list
 * of tokens shows, and only when it has the form of ours: it may be the secret of something else.
 */
export async function noteRefusedToken(address: string, authorization: string): Promise<void> {
  const start = /^Bearer +(rdt_[\w-]{4})/i.exec(authorization)?.[1];
  const entry = {
    actor: { kind: 'system', name: 'api', address: addressBlock(address) },
    action: 'token.refuse',
    target: 'HTTP API',
    after: start === undefined ? undefined : { start },
  } as const;
  await appendAuditOnce(getRuntime().store.console, entry, NOTED_MINUTES);
}
