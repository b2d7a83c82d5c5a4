import { NO_ANSWER } from './read-or-unknown';
import { told, toldOf } from '../model/language/t';
import type { BrokerContext } from '../broker';
import { type Drain, drainWeight } from '../model/backlog/drain';
import { type ToldReading, unknown } from '../model/reading';
import { watchedGroups } from '../store/queries/signal/signal-numbers';
import { readSharedBacklogs, toBacklogView } from './embedded/backlog';

/** When the backlogs of groups will be done; of several, the one that takes longest. */
export type DrainOf = (groups: readonly string[]) => ToldReading<Drain>;

/** Never throws: what cannot be read is unknown. */
export async function readDrains(broker: BrokerContext): Promise<DrainOf> {
  const read = await Promise.all([readSharedBacklogs(broker), watchedGroups(broker.store.console)]).catch(() => null);
  if (read === null) return () => unknown(toldOf(NO_ANSWER, {}));
  const [backlogs, names] = read;
  const ids = new Map(names.map(({ name, groupId }) => [name, groupId]));
  return (groups) => {
    const drains = groups.flatMap((group) => {
      const id = ids.get(group);
      return id === undefined ? [] : [toBacklogView(backlogs.of(id), false).drain];
    });
    const missing = drains.find(({ kind }) => kind === 'unknown');
    if (missing !== undefined) return missing;
    return (
      drains.toSorted((a, b) => weightOf(b) - weightOf(a))[0] ??
      unknown(told('no group with a backlog is known to read it'))
    );
  };
}

function weightOf(drain: ToldReading<Drain>): number {
  return drain.kind === 'unknown' ? 0 : drainWeight(drain.value);
}
