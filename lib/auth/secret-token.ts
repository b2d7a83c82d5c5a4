import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits; what is stored is their SHA-256, so a read of the database signs nobody in. */
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
