import { told } from '../../model/language/t';
import { BrokerError } from '../../model/errors';
import type { BrokerContext } from '../context';
import type { Store } from '../../store/client';

/** More than one operator requests while typing in a rule. */
const MAX_WAITING = 8;

interface Line {
  last: Promise<unknown>;
  waiting: number;
}

const lines = new WeakMap<Store, Line>();

/**
 * Previews read weeks of history in the process that serves the clients: one after the other, so that any number of
 * them leaves time for sends and acks. @throws BrokerError too-many-requests: too many wait
 */
export async function oneAtATime<T>(ctx: BrokerContext, work: () => Promise<T>): Promise<T> {
  const line = lines.get(ctx.store) ?? { last: Promise.resolve(), waiting: 0 };
  lines.set(ctx.store, line);
  if (line.waiting > MAX_WAITING)
    throw new BrokerError(
      'too-many-requests',
      told('{waiting, number} previews are waiting already: try again soon.', { waiting: line.waiting }),
      {
        field: 'previews',
        limit: MAX_WAITING,
        value: line.waiting,
      },
    );
  line.waiting += 1;
  const mine = line.last.then(work).finally(() => {
    line.waiting -= 1;
  });
  line.last = mine.catch(() => undefined);
  return await mine;
}
