import { BrokerError } from './errors';
import { inEnglish } from './language/speech';
import { tell, told, type Told } from './language/t';

/** "expiresAfterHours must be 1 to 168 (got 500)." */
export function mustBe(field: string, limit: string | Told, value: string | number): BrokerError {
  const got = value === '' ? told('empty') : value;
  return new BrokerError('bad-request', told('{field} must be {limit} (got {value}).', { field, limit, value: got }), {
    ...{ field, limit: inEnglish(() => tell(limit)), value },
  });
}

/** "maxRetries may have at most 64 entries (got 70)." */
export function tooManyEntries(field: string, limit: number, value: number): BrokerError {
  return new BrokerError(
    'bad-request',
    told('{field} may have at most {limit} entries (got {value}).', { field, limit, value }),
    { field, limit, value },
  );
}

/** @throws BrokerError bad-request naming field, limit and value */
export function requireWhole(field: string, value: number, min: number, max: number): void {
  if (!Number.isInteger(value) || value < min || value > max)
    throw mustBe(field, told('{min} to {max}', { min, max }), value);
}
