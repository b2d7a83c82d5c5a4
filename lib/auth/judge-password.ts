import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { t } from '../model/language/t';

export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 256;
/** Guesses online are limited to a few a minute, those offline cost 0.1 s each: years either way. */
const PASSWORD_MIN_GUESSES_LOG10 = 9;

/** Words of this product and of its operators, and a well-known passphrase: an attacker tries these first. */
const FAMOUS = [
  ...['redrive', 'rocketmq', 'rocket', 'apache', 'broker', 'console', 'operator', 'postgres', 'deadletter', 'queue'],
  ...['admin', 'administrator', 'root', 'toor', 'changeme', 'company', 'correcthorsebatterystaple'],
];

/** The sentence that refuses a new password, or null. */
export async function judgePassword(password: string, email: string): Promise<string | null> {
  const length = [...password].length;
  if (length < PASSWORD_MIN)
    return t('The password needs at least {passwordMin} characters (got {length}).', {
      length,
      passwordMin: PASSWORD_MIN,
    });
  if (length > PASSWORD_MAX)
    return t('The password may have at most {passwordMax} characters (got {length}).', {
      length,
      passwordMax: PASSWORD_MAX,
    });
  const lower = password.toLowerCase();
  const mailbox = email.split('@')[0]?.toLowerCase() ?? '';
  if (mailbox.length >= 4 && lower.includes(mailbox)) return t('The password contains your e-mail name.');
  if ((await guessesLog10(lower, email.toLowerCase())) < PASSWORD_MIN_GUESSES_LOG10)
    return t('This password is too easy to guess. Use three or more unrelated words, or a password manager.');
  return null;
}

/**
 * The fewest guesses, as a power of ten: as it is, and without what separates words. Words of the address are the
 * first that are guessed, in any spelling.
 */
async function guessesLog10(password: string, email: string): Promise<number> {
  loaded ??= loadEstimator();
  const estimator = await loaded.catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  const squeezed = password.replaceAll(/[\s\-_.,]+/g, '');
  const own = email.split(/[^\p{L}\d]+/u).filter((word) => word.length >= 3);
  return Math.min(...[password, squeezed].map((text) => estimator.check(text, own).guessesLog10));
}

let loaded: Promise<ZxcvbnFactory> | undefined;

/** For the first password that is judged: 100,000 words take half a second and 16 MB, which other processes spare. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Estimator }, { adjacencyGraphs, dictionary: common }, { dictionary: english }] =
    await Promise.all([
      import('@zxcvbn-ts/core'),
      import('@zxcvbn-ts/language-common'),
      import('@zxcvbn-ts/language-en'),
    ]);
  return new Estimator({
    dictionary: { famous: FAMOUS, passwords: common['passwords-common'], words: english['commonWords-en'] },
    graphs: adjacencyGraphs,
    // 30 ms of a core at most. A weak beginning does not get strong by what follows, in passwords that people choose.
    maxLength: 40,
    l33tMaxSubstitutions: 8,
  });
}
