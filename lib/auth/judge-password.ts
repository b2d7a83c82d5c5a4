import { guessesLog10 } from './guessability';

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
