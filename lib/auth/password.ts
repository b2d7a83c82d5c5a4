import { hash, verify } from '@node-rs/argon2';

/**
 * Argon2id (the library's default, and a CHECK on the column). Far above the OWASP floor of 19 MiB, t=2; about 0.1 s
 * here.
 */
const options = { memoryCost: 65_536, timeCost: 3, parallelism: 1 } as const;

/** Only in one's turn (password-turns.ts). */
export function hashPassword(password: string): Promise<string> {
  return hash(password, options);
}

let decoy: Promise<string> | undefined;

/** Only in one's turn. Takes as long for an account that does not exist, has no password, or is disabled. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('no such account');
  const stored = passwordHash ?? (await decoy);
  const matches = await verify(stored, password);
  return matches && passwordHash !== null;
}
