import type { ReadData } from '@/lib/console/reads/registry';

type Found = ReadData<'waitingRetries'>;
type State = Found['items'][number]['state'];

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

/** What the list leaves out, and why. Pure. */
export function sentencesOf({ items, waits, due, held, notTold, silent }: Found): readonly string[] {
  const found = [waits, due, held].reduce((sum, one) => sum + (one.kind === 'unknown' ? 0 : one.value), 0);
  return [
    ...silent.map(({ broker, reason }) => `${broker} did not answer (${reason}): what waits there is missing.`),
    ...(found > items.length ? [`The soonest ${items.length} are listed.`] : []),
    ...notTold,
  ];
}
