import { formatCount } from '@/components/ui/number.model';
import type { ReadData } from '@/lib/console/reads/registry';
import { stateOf, valueOrNull } from '@/lib/model/reading';

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

/** What a forecast for waiting messages does not say, and why. Pure. */
export function forecastNotes({ attempts, waits, items }: Found): readonly string[] {
  const sentBack = valueOrNull(waits) ?? 0;
  const atLeast = stateOf(waits) === 'bound' ? 'At least ' : '';
  const many = sentBack > 0 ? `${atLeast}${formatCount(sentBack)} more messages` : 'Messages';
  return [
    ...(attempts.kind === 'unknown' ? [`Not known: ${attempts.reason}.`] : []),
    ...(attempts.kind === 'value' && attempts.reason !== undefined ? [`No more is known: ${attempts.reason}.`] : []),
    ...(sentBack > 0 || items.some(({ limit }) => limit === 'client')
      ? [
          `${many} that 4.x clients sent back are not counted: they die by the limit of the client that sends them back.`,
        ]
      : []),
  ];
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
