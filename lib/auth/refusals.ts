import type { Actor } from '../model/audit/actor';
import type { Queryable } from '../store/queryable';
import { appendAuditOnce } from '../store/queries/audit/audit-append';
import { addressBlock } from './address-block';
import type { Permission } from './permission';

/** A program may be refused every second; it is recorded this often. */
const NOTED_MINUTES = 15;

/**
 * A token that was revoked, mistyped or made up: one row per block of addresses and quarter hour. Of the token only
 * what the list of tokens shows, and only when it has the form of ours: it may be the secret of something else.
 */
export async function noteRefusedToken(db: Queryable, address: string, authorization: string): Promise<void> {
  const start = /^Bearer +(rdt_[\w-]{4})/i.exec(authorization)?.[1];
  await appendAuditOnce(
    db,
    {
      actor: { kind: 'system', name: 'api', address: addressBlock(address) },
      action: 'token.refuse',
      target: 'HTTP API',
      after: start === undefined ? undefined : { start },
    },
    NOTED_MINUTES,
  );
}

/** An account that asked for what it has no right to: one row per right and quarter hour. */
export async function noteDenied(db: Queryable, actor: Actor, permission: Permission): Promise<void> {
  await appendAuditOnce(db, { actor, action: 'access.deny', target: permission }, NOTED_MINUTES);
}
