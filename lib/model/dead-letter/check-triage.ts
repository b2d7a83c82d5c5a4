// Apart from what pages show of a cause: they need no refusals.
import { requireCount, tooManyCharacters } from '../check-number';
import { BrokerError } from '../errors';
import { told } from '../language/t';
import { type Triage, TRIAGE_LIMITS } from './cause';

/** @throws BrokerError bad-request naming field, limit and value */
export function checkTriage(
  {
    state,
    note,
    owner,
    ignoreUntil,
    ignorePerHour,
  }: Pick<Triage, 'state' | 'note' | 'owner' | 'ignoreUntil' | 'ignorePerHour'>,
  now: Date,
): void {
  atMost('note', note.length, TRIAGE_LIMITS.note);
  atMost('owner', owner?.length ?? 0, TRIAGE_LIMITS.owner);
  if (state !== 'ignored' && (ignoreUntil !== null || ignorePerHour !== null))
    throw new BrokerError(
      'bad-request',
      told('ignore can be set for the state ignored only (got {state}).', { state }),
      {
        ...{ field: 'ignore', limit: 'state ignored', value: state },
      },
    );
  if (ignoreUntil !== null && ignoreUntil <= now)
    throw new BrokerError('bad-request', told('ignore.until must be in the future.'), {
      ...{ field: 'ignore.until', limit: `after ${now.toISOString()}`, value: ignoreUntil.toISOString() },
    });
  if (ignorePerHour !== null) requireCount('ignore.perHour', ignorePerHour, TRIAGE_LIMITS.ignorePerHour);
}

function atMost(field: string, value: number, limit: number): void {
  if (value > limit) throw tooManyCharacters(field, limit, value);
}
