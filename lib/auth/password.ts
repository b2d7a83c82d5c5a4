import { hash, verify } from '@node-rs/argon2';
import { guessesLog10 } from './guessability';

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

export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 256;
/** Guesses online are limited to a few a minute, those offline cost 0.1 s each: years either way. */
const PASSWORD_MIN_GUESSES_LOG10 = 8;

/** The sentence that refuses a new password, or null. */
export function judgePassword(password: string, email: string): string | null {
  const length = [...password].length;
  if (length < PASSWORD_MIN) return `The password has ${length} characters; it needs at least ${PASSWORD_MIN}.`;
  if (length > PASSWORD_MAX) return `The password has ${length} characters; at most ${PASSWORD_MAX} are allowed.`;
  const lower = password.toLowerCase();
  const mailbox = email.split('@')[0]?.toLowerCase() ?? '';
  if (mailbox.length >= 4 && lower.includes(mailbox)) return 'The password contains your e-mail name.';
  if (guessesLog10(password, email.split(/[^\p{L}\d]+/u)) < PASSWORD_MIN_GUESSES_LOG10)
    return 'This password is too easy to guess. Use three or more unrelated words, or a password manager.';
  return null;
}
