import 'server-only';
import { isBrokerError } from '../../model/errors';
import { whileBusy } from '../../model/while-busy';

type Outcome<T> = { readonly value: T } | { readonly error: unknown };

/** For callers without a page that could show the wait: tries again a few times. @throws what the last try threw */
export async function retryBusy<T>(run: () => Promise<T>): Promise<T> {
  const outcome = await whileBusy(
    (): Promise<Outcome<T>> =>
      run().then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      ),
    (last) => 'error' in last && isBrokerError(last.error) && last.error.code === 'busy',
  );
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}
