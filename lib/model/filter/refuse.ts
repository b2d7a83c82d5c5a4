import { BrokerError } from '../errors';
import { told, type Told } from '../language/t';

const SHOWN_CHARS = 64;

/** @param at 1 = the first character of the expression */
export function refuseFilter(must: Told, at: number, limit: string | number, value: string | number): never {
  const shown = typeof value === 'string' ? value.slice(0, SHOWN_CHARS) : value;
  throw new BrokerError(
    'illegal-filter',
    told('filter {must}, at character {at} (found: {shown}; allowed: {limit}).', { must, at, shown, limit }),
    {
      field: 'filter',
      limit,
      value: shown,
    },
  );
}
