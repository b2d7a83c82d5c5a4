import type { ReadData } from '@/lib/console/reads/registry';
import { stateOf, valueOrNull } from '@/lib/model/reading';
import { t } from '@/lib/model/language/t';
import { missingThere } from './silent.model';

type Found = ReadData<'waitingRetries'>;
type State = Found['items'][number]['state'];

/** In a cell. Pure. */
export function stateWords(state: State): string {
  switch (state) {
    case 'waits':
      return t('waiting for its time');
    case 'due':
      return t('due: delivered to the next client that asks');
    case 'held':
      return t('held by a client or backing off, until then at the latest');
  }
}

/** What a forecast for waiting messages leaves out, and why. Pure. */
export function forecastNotes({ attempts, waits, items }: Found): readonly string[] {
  const sentBack = valueOrNull(waits) ?? 0;
  return [
    ...(attempts.kind === 'unknown' ? [t('Unknown: {reason}.', { reason: attempts.reason })] : []),
    ...(attempts.kind === 'value' && attempts.reason !== undefined
      ? [t('The forecast is a lower bound: {reason}.', { reason: attempts.reason })]
      : []),
    ...(sentBack > 0 || items.some(({ limit }) => limit === 'client')
      ? [
          sentBack === 0
            ? t('Messages that 4.x clients sent back are not included.')
            : stateOf(waits) === 'bound'
              ? t(
                  `At least {count, plural, one {# message} other {# messages}} that 4.x clients sent back {count,
                  plural, one {is} other {are}} not included.`,
                  { count: sentBack },
                )
              : t(
                  `{count, plural, one {# message} other {# messages}} that 4.x clients sent back {count, plural, one
                  {is} other {are}} not included.`,
                  { count: sentBack },
                ),
          t('The limit of the client that sends a message back decides when it moves to the DLQ.'),
        ]
      : []),
  ];
}

/** What the list leaves out, and why. Pure. */
export function sentencesOf({ items, waits, due, held, notTold, silent }: Found): readonly string[] {
  const found = [waits, due, held].reduce((sum, one) => sum + (one.kind === 'unknown' ? 0 : one.value), 0);
  return [
    ...silent.map(({ broker, reason }) => missingThere(broker, reason)),
    ...(found > items.length ? [nextOnly(items.length)] : []),
    ...notTold,
  ];
}

function nextOnly(count: number): string {
  return t('Only the {count, plural, one {next message is} other {next # messages are}} listed.', { count });
}
