import { BrokerError } from '../errors';
import { english, told, type Told } from '../language/t';

const SHOWN_CHARS = 64;

const plainOf = (of: string | number | Told): string | number => (typeof of === 'object' ? english(of) : of);

/** @param at 1 = the first character of the expression */
export function refuseFilter(
  must: Told,
  at: number,
  limit: string | number | Told,
  value: string | number | Told,
): never {
  const shown = typeof value === 'string' ? value.slice(0, SHOWN_CHARS) : value;
  throw new BrokerError(
    'illegal-filter',
    told('filter {must}, at character {at} (found: {shown}; allowed: {limit}).', { must, at, shown, limit }),
    {
      field: 'filter',
      limit: plainOf(limit),
      value: plainOf(shown),
    },
  );
}
