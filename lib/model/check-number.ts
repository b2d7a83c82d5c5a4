import { BrokerError, type BrokerErrorCode } from './errors';
import { english, told, type Told } from './language/t';

/** "expiresAfterHours must be 1 to 168 (got 500)." */
export function mustBe(field: string, limit: string | Told | readonly string[], value: string | number): BrokerError {
  const got = value === '' ? told('empty') : value;
  return new BrokerError('bad-request', told('{field} must be {limit} (got {value}).', { field, limit, value: got }), {
    ...{ field, limit: english(limit), value },
  });
}

/** "maxRetries may have at most 64 entries (got 70)." */
export function tooManyEntries(field: string, limit: number, value: number): BrokerError {
  const message = told('{field} may have at most {limit} entries (got {value}).', { field, limit, value });
  return new BrokerError('bad-request', message, { field, limit, value });
}

/** "items must have 1 to 100 entries (got 0)." */
export function mustHaveEntries(field: string, most: number, value: number): BrokerError {
  const message = told('{field} must have {least} to {most} entries (got {value}).', { field, least: 1, most, value });
  return new BrokerError('bad-request', message, { field, limit: `1 to ${most}`, value });
}

/** "reason may have at most 1000 characters (got 1001)." */
export function tooManyCharacters(
  field: string,
  limit: number,
  value: number,
  code: BrokerErrorCode = 'bad-request',
): BrokerError {
  const message = told('{field} may have at most {limit} characters (got {value}).', { field, limit, value });
  return new BrokerError(code, message, { field, limit, value });
}

/** "name may have at most 255 bytes (got 256)." */
export function tooManyBytes(
  field: string,
  limit: number,
  value: number,
  code: BrokerErrorCode = 'bad-request',
): BrokerError {
  const message = told('{field} may have at most {limit} bytes (got {value}).', { field, limit, value });
  return new BrokerError(code, message, { field, limit, value });
}

/** @throws BrokerError bad-request: PostgreSQL stores no NUL */
export function requireVisible(field: string, text: string): void {
  if (text.includes('\u0000'))
    throw new BrokerError('bad-request', told('{field} must have visible characters only.', { field }), {
      ...{ field, limit: 'no NUL' },
    });
}

/** @returns it without space around it @throws BrokerError bad-request */
export function requireReason(given: string, why: Told): string {
  const reason = given.trim();
  if (reason !== '') return reason;
  throw new BrokerError('bad-request', why, { field: 'reason', limit: 'at least 1 character', value: '' });
}

/** "queues must be between 1 and 64 (got 0)." */
export function mustBeBetween(
  field: string,
  [least, most]: readonly [number, number],
  value: number,
  limit: string | number = `${least} to ${most}`,
): BrokerError {
  const message = told('{field} must be between {least} and {most} (got {value}).', { field, least, most, value });
  return new BrokerError('bad-request', message, { field, limit, value });
}

/** @throws BrokerError bad-request: "limit must be a whole number from 1 to 200 (got 0)." */
export function requireCount(field: string, value: number, most: number): void {
  if (Number.isInteger(value) && value >= 1 && value <= most) return;
  const given = { field, least: 1, most, value };
  throw new BrokerError(
    'bad-request',
    told('{field} must be a whole number from {least} to {most} (got {value}).', given),
    { field, limit: `1 to ${most}`, value },
  );
}

/** @throws BrokerError bad-request naming field, limit and value */
export function requireWhole(field: string, value: number, min: number, max: number): void {
  if (!Number.isInteger(value) || value < min || value > max)
    throw mustBe(field, told('{min} to {max}', { min, max }), value);
}
