import { BrokerError } from '../../model/errors';
import { joined, type Reason, type Told, told } from '../../model/language/t';
import { bound, known, type ToldReading, unknown } from '../../model/reading';

/** What the master brokers said to one question. Some may be silent: what is missing is never counted as zero. */
export interface Answers<T> {
  readonly asOf: string;
  readonly parts: readonly BrokerAnswer<T>[];
  readonly silent: readonly SilentBroker[];
}

export interface BrokerAnswer<T> {
  readonly broker: string;
  readonly value: T;
}

export interface SilentBroker {
  readonly broker: string;
  /** In words, such as "no answer within 5 s" or "permission denied". */
  readonly reason: Reason;
}

/** "2 of 3 brokers responded"; null: all did. */
export function missingWords({ parts, silent }: Answers<unknown>): Told | null {
  const counted = { answered: parts.length, all: parts.length + silent.length };
  return silent.length === 0 ? null : told('{answered, number} of {all, number} brokers responded', counted);
}

export function mapAnswers<T, U>(answers: Answers<T>, change: (value: T, broker: string) => U): Answers<U> {
  return { ...answers, parts: answers.parts.map(({ broker, value }) => ({ broker, value: change(value, broker) })) };
}

/** A sum that lacks a broker is a lower bound; a sum of none is unknown. */
export function sumAnswers(answers: Answers<number>): ToldReading<number> {
  const missing = missingWords(answers);
  const total = answers.parts.reduce((sum, { value }) => sum + value, 0);
  if (missing === null) return known(total, answers.asOf);
  if (answers.parts.length === 0) return unknown(missing);
  return bound('atLeast', total, answers.asOf, missing);
}

/** Of what is read to a limit. Null: all of it was read; else `count` is a least, and this says why. */
export interface Counted {
  readonly count: number;
  readonly leftWhy: Reason | null;
}

/** Also a lower bound where something was left. */
export function sumFound(answers: Answers<Counted>): ToldReading<number> {
  const sum = sumAnswers(mapAnswers(answers, ({ count }) => count));
  const left = answers.parts.flatMap(({ value: { leftWhy } }) => leftWhy ?? []);
  if (sum.kind === 'unknown' || left.length === 0) return sum;
  return bound('atLeast', sum.value, answers.asOf, joined([missingWords(answers) ?? [], ...left].flat()));
}

function reasonsOf(silent: readonly SilentBroker[]): Reason {
  return joined(silent.map(({ broker, reason }) => told('{broker}: {reason}', { broker, reason })));
}

/** @throws BrokerError unavailable when no broker answered: there is nothing to show */
export function requireSome<T>(answers: Answers<T>): Answers<T> {
  const { parts, silent } = answers;
  if (parts.length > 0) return answers;
  const reasons = reasonsOf(silent);
  throw new BrokerError('unavailable', told('No broker responded. {reasons}.', { reasons }));
}

/** @throws BrokerError unavailable when one is silent: what is changed at some brokers only makes them differ */
export function requireAll<T>(answers: Answers<T>): Answers<T> {
  const { silent } = answers;
  if (silent.length === 0) return requireSome(answers);
  const reasons = reasonsOf(silent);
  throw new BrokerError(
    'unavailable',
    told('Nothing was changed, because only {answered} of {all} brokers responded. {reasons}.', {
      answered: answers.parts.length,
      all: answers.parts.length + silent.length,
      reasons,
    }),
  );
}
