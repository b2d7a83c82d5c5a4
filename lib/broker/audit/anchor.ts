import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto';

import type { AuditPoint } from '../../model/audit/audit-chain';

/** What leaves this system: with it, a chain that was cut or written anew shows. */
export interface AuditAnchor extends AuditPoint {
  readonly chain: string;
  readonly checkedAt: string;
  /** Ed25519 over "redrive-audit <chain> <position> <hash>", base64url; null: without REDRIVE_SECRET_KEY. */
  readonly signature: string | null;
  readonly publicKey: string | null;
}

/** In DER, before the 32 bytes of an Ed25519 key (RFC 8410). */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

export function makeAnchor(
  { chain, position, hash, checkedAt }: AuditPoint & { readonly chain: string; readonly checkedAt: Date },
  secretKey: string | undefined,
): AuditAnchor {
  const key = secretKey === undefined ? null : signingKey(secretKey);
  return {
    ...{ chain, position, hash, checkedAt: checkedAt.toISOString() },
    signature:
      key === null ? null : sign(null, Buffer.from(anchorText({ chain, position, hash })), key).toString('base64url'),
    publicKey: key === null ? null : publicKeyOf(key),
  };
}

export function anchorText({ chain, position, hash }: AuditPoint & { readonly chain: string }): string {
  return `redrive-audit ${chain} ${position} ${hash}`;
}

/** Always the same for a secret key: who knows its public half checks all anchors with it. */
function signingKey(secretKey: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secretKey, '', 'redrive audit anchor', 32));
  return createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: 'der', type: 'pkcs8' });
}

function publicKeyOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64url');
}
