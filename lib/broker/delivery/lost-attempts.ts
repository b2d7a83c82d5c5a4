import { setTimeout as sleep } from 'node:timers/promises';

import type { Clock } from '../../model/clock';
import type { Store } from '../../store/client';
import { attemptGiveBack, type RepeatedAttempt } from '../../store/queries/delivery/attempt-give-back';
import { retryRolledBack } from '../../store/sql-errors';
import { Batcher } from '../batcher';

/** Each look goes through all that is held: so many clients may pause and ask again, it happens no more often than this. */
const EVERY_MS = 100;
const MAX_ATTEMPTS = 1000;

/** Takes back what lost replies hold for clients that repeat their receive; those that ask at the same time share one look. */
export class LostAttempts {
  readonly #batcher: Batcher<RepeatedAttempt, true>;
  #rested: Promise<unknown> = Promise.resolve();

  constructor({ store, clock }: { readonly store: Store; readonly clock: Clock }) {
    this.#batcher = new Batcher<RepeatedAttempt, true>({
      run: async (attempts) => {
        await this.#rested;
        this.#rested = sleep(EVERY_MS, undefined, { ref: false });
        await retryRolledBack(() => attemptGiveBack(store.broker, clock.nowOrNull(), attempts));
        return attempts.map(() => true);
      },
      maxItems: MAX_ATTEMPTS,
    });
  }

  async takeBack(attempt: RepeatedAttempt): Promise<void> {
    await this.#batcher.submit(attempt);
  }
}
