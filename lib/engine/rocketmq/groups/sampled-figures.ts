import { told } from '../../../model/language/t';
import { bound, known, type ToldReading, unknown } from '../../../model/reading';
import type { NewestLevels } from '../../../store/queries/cluster-sample/newest';
import type { GroupFigures } from '../../port/groups';
import { figuresOfCluster } from './state';

const NOT_KNOWN = told('not known in the newest sample');
const WITH_RETRIES = told('includes due retries, because this console has not read the group itself yet');

/** What the samples of all consoles say of a group that this one has not read yet. */
export function figuresOfSample(levels: NewestLevels | undefined, now: string): GroupFigures {
  const nothing = figuresOfCluster(null, now);
  if (levels === undefined) return nothing;
  const asOf = levels.at.toISOString();
  const { ready, inFlight, consumers } = levels;
  const count = (value: number | null): ToldReading<number> =>
    value === null ? unknown(NOT_KNOWN) : known(value, asOf);
  // Without anything there is nothing to tell apart.
  const part = ready === null || ready === 0 ? count(ready) : bound('atMost', ready, asOf, WITH_RETRIES);
  return {
    ...{ ...nothing, ready: part, lag: part, waiting: part, inFlight: count(inFlight), clients: count(consumers) },
    oldestReadyAt:
      ready === null || (ready > 0 && levels.oldestReadyAt === null)
        ? unknown(NOT_KNOWN)
        : known(levels.oldestReadyAt?.toISOString() ?? null, asOf),
  };
}
