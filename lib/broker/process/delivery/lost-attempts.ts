import { setTimeout as sleep } from 'node:timers/promises';

import type { Clock } from '../../../model/clock';
import type { Store } from '../../../store/client';
import { lostAttemptReturn, type RepeatedAttempt } from '../../../store/queries/delivery/lost-attempt-return';
import { retryRolledBack } from '../../../store/sql-errors';
import { Batcher } from '../batcher';

/** Each query reads all held messages, so it runs at most this often, for any number of clients. */
const EVERY_MS = 100;
const MAX_ATTEMPTS = 1000;

interface Asked {
  readonly attempt: RepeatedAttempt;
  readonly signal: AbortSignal | null;
}

/** Takes back what lost replies hold, for clients that repeat their receive. Concurrent calls share one query. */
export class LostAttempts {
  readonly #batcher: Batcher<Asked, true>;
  #rested: Promise<unknown> = Promise.resolve();

  constructor({ store, clock }: { readonly store: Store; readonly clock: Clock }) {
    this.#batcher = new Batcher<Asked, true>({
      run: async (asked) => {
        await this.#rested;
        // A client that has left needs no query, and a broker that stops has no database to query.
        const attempts = asked.filter(({ signal }) => signal?.aborted !== true).map(({ attempt }) => attempt);
        if (attempts.length > 0) {
          this.#rested = sleep(EVERY_MS, undefined, { ref: false });
          await retryRolledBack(() => lostAttemptReturn(store.broker, clock.nowOrNull(), attempts));
        }
        return asked.map(() => true);
      },
      maxItems: MAX_ATTEMPTS,
    });
  }

  async takeBack(attempt: RepeatedAttempt, signal: AbortSignal | null): Promise<void> {
    await this.#batcher.submit({ attempt, signal });
  }
}
