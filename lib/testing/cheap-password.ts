import { hash } from '@node-rs/argon2';

/**
 * A stored password that is checked at once: a hash says itself what it costs to check. For tests that count guesses and
 * sessions; what a real one costs is judged in password.test.ts.
 */
export function hashCheaply(password: string): Promise<string> {
  return hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 });
}
