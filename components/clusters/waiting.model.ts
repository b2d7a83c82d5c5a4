import type { ReadData } from '@/lib/console/reads/registry';

type State = ReadData<'waitingRetries'>['items'][number]['state'];

/** In a cell. Pure. */
export function stateWords(state: State): string {
  switch (state) {
    case 'waits':
      return 'waits for its time';
    case 'due':
      return 'due: the next client that asks gets it';
    case 'held':
      return 'with a client, or backing off, until then at the latest';
  }
}
