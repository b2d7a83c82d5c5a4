import type { Redrive } from '../broker';
import type { RedriveState } from '../model/redrive';
import type { RedriveRestRow } from '../store/queries/redrive/redrive-rest';

/** States of items that are dead letters now, by the state of the run that its rule had stopped. */
export type RestStates = Readonly<Partial<Record<RedriveState, readonly string[]>>>;

/** What of a run that its rule stopped is not released; null: it was not stopped, or goes on. */
export function restOfRun(
  { state, stop, roundAt, frozenAt }: Pick<Redrive, 'state' | 'stop' | 'roundAt' | 'frozenAt'>,
  statesOf: RestStates,
  read: (roundAt: Date, states: readonly string[]) => Promise<RedriveRestRow | null>,
): Promise<RedriveRestRow | null> {
  const states = statesOf[state];
  if (stop === null || states === undefined) return Promise.resolve(null);
  return read(roundAt ?? frozenAt, states);
}
