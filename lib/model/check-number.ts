import { BrokerError } from './errors';
import { told } from './language/t';

/** @throws BrokerError bad-request naming field, limit and value */
export function requireWhole(field: string, value: number, min: number, max: number): void {
  if (!Number.isInteger(value) || value < min || value > max) refuseValue(field, `${min} to ${max}`, value);
}

/** @throws BrokerError bad-request */
export function refuseValue(field: string, limit: string, value: number): never {
  throw new BrokerError('bad-request', told('{field} must be {limit} (got {value}).', { field, limit, value }), {
    field,
    limit,
    value,
  });
}
