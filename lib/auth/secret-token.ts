import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits; only their SHA-256 is stored, so a read of the database is not enough to sign in. */
export function createSecret(prefix = ''): { readonly secret: string; readonly hash: Buffer } {
  const secret = `${prefix}${randomBytes(32).toString('base64url')}`;
  return { secret, hash: hashSecret(secret) };
}

export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

export function equalSecrets(given: string, expected: string): boolean {
  return timingSafeEqual(hashSecret(given), hashSecret(expected));
}
