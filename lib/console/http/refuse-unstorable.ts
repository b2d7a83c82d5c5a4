import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { namedField } from './named-field';

/** Far above any honest input; what walks through a value after this need not count. */
const MAX_DEPTH = 100;

/**
 * For whatever comes from outside, before it is parsed: text that PostgreSQL cannot store (NUL characters, halves of
 * characters), and values nested so deep that those who walk through them run out of stack. @throws BrokerError
 * bad-request
 */
export function refuseUnstorable(given: unknown, path: readonly string[] = []): void {
  const field = path.length === 0 ? 'input' : path.slice(0, 5).join('.');
  if (path.length > MAX_DEPTH)
    throw new BrokerError(
      'bad-request',
      told('{field} is nested more than {maxDepth} levels deep.', { field: namedField(field), maxDepth: MAX_DEPTH }),
      {
        field,
        limit: `${MAX_DEPTH} levels`,
      },
    );
  if (typeof given === 'string') return refuseText(given, field);
  if (typeof given !== 'object' || given === null) return;
  for (const [key, value] of Object.entries(given)) {
    refuseText(key, field);
    refuseUnstorable(value, [...path, key]);
  }
}

function refuseText(text: string, field: string): void {
  if (!/[\0\p{Surrogate}]/u.test(text)) return;
  throw new BrokerError(
    'bad-request',
    told('{field} contains a NUL character or half of a character.', { field: namedField(field) }),
    {
      field,
      limit: 'text without NUL characters',
      value: JSON.stringify(text.slice(0, 100)),
    },
  );
}
