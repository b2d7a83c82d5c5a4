import { tooManyCharacters } from '../../model/check-number';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { problemPosition, problemWords, withDoubleEquals } from '../../model/json/json-path';
import type { DeadLetterMatch } from '../../store/queries/dead-letter/dead-letter-match';
import { type CheckedPath, jsonPathCheck, letterTextFew } from '../../store/queries/dead-letter/letter-text';
import type { BrokerContext } from '../context';

/** So many are looked up by their numbers; more are met soon enough on the way through the list. */
const FEW = 10_000;
const HAS_WORD = /[\p{L}\p{N}]/u;
const MAX_PATH = 500;

/** What words mean in the store. @throws BrokerError bad-request */
export async function toTextMatch(
  { store }: BrokerContext,
  given: string | undefined,
): Promise<Pick<DeadLetterMatch, 'text' | 'textIds'>> {
  const text = given?.trim() ?? '';
  if (text === '') return {};
  if (!HAS_WORD.test(text)) {
    throw new BrokerError('bad-request', told('q must have a letter or a digit.'), {
      field: 'q',
      limit: 'at least one letter or digit',
      value: text,
    });
  }
  const few = await letterTextFew(store.console, text, FEW);
  return few === null ? { text } : { textIds: few };
}

/** A JSON path, checked by the database that will use it. @throws BrokerError bad-request */
export async function toJsonMatch(
  { store }: BrokerContext,
  given: string | undefined,
): Promise<CheckedPath | undefined> {
  if (given === undefined || given.trim() === '') return undefined;
  if (given.length > MAX_PATH) {
    throw tooManyCharacters('json', MAX_PATH, given.length);
  }
  const path = withDoubleEquals(given);
  try {
    return await jsonPathCheck(store.console, path);
  } catch (error) {
    if (!isBadPath(error)) throw error;
    const at = problemPosition(path, error.message);
    const problem = problemWords(error.message) ?? error.message;
    throw new BrokerError(
      'bad-request',
      at === null
        ? told('json is not a JSON path: {problem}.', { problem })
        : told('json is not a JSON path: {problem} (at character {at}).', { problem, at }),
      {
        field: 'json',
        limit: 'a JSON path like $.currency == "JPY"',
        value: given,
      },
    );
  }
}

/** 42601, or a bad value of class 22. */
function isBadPath(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /^(42601|22\w{3})$/.test(String(error.code));
}
