import type { IndexedQueueView, LetterIndexView } from '@/lib/console/operations/dead-letters/views';
import { enumerated, sentences } from '@/lib/model/language/list';
import { t } from '@/lib/model/language/t';

/** Rounds take seconds. */
const LATE_MS = 3 * 60_000;

/** What of the dead letters of a cluster is not in the list, and why; each a sentence. */
export function missingWords({ queues, silent, roundAt }: LetterIndexView, nowMs: number): readonly string[] {
  const sinceMs = roundAt === null ? 0 : nowMs - Date.parse(roundAt);
  const stopped =
    sinceMs < LATE_MS
      ? []
      : [
          t('The brokers have not all been read for {minutes, plural, one {# minute} other {# minutes}}.', {
            minutes: Math.floor(sinceMs / 60_000),
          }),
        ];
  const away = silent.map(({ broker, reason }) =>
    t('{broker} is not responding ({reason}), so newer dead letters on it are missing.', { broker, reason }),
  );
  const behind = queues
    .filter(({ ended, next, max, isWriteOnly }) => !ended && !isWriteOnly && next < max)
    .map(({ broker, group, next, max }) =>
      t(
        `{count, plural, one {# dead letter of {group} on {broker} is} other {# dead letters of {group} on {broker}
        are}} still being read.`,
        {
          count: max - next,
          group,
          broker,
        },
      ),
    );
  const words = [...stopped, ...away, ...behind, ...gapWords(queues)];
  return roundAt === null && words.length === 0 ? [t('The brokers have not been read completely yet.')] : words;
}

type Lost = (of: { readonly group: string; readonly broker: string; readonly count: number }) => string;

const LOST: Readonly<Record<string, Lost>> = {
  retention: (of) =>
    t(
      `{group} on {broker}: {count, plural, one {# dead letter} other {# dead letters}} expired on the broker before
      they were read.`,
      of,
    ),
  unreadable: (of) =>
    t(
      `{group} on {broker}: {count, plural, one {# dead letter is not a valid message} other {# dead letters are not
      valid messages}}.`,
      of,
    ),
  before: (of) =>
    t(
      `{group} on {broker}: {count, plural, one {# dead letter was} other {# dead letters were}} gone before this
      console read them for the first time.`,
      of,
    ),
};

function gapWords(queues: readonly IndexedQueueView[]): readonly string[] {
  return Object.entries(LOST).flatMap(([why, say]) =>
    queues.flatMap(({ broker, group, gaps }) => {
      const count = gaps.filter((gap) => gap.why === why).reduce((sum, { from, to }) => sum + to - from, 0);
      return count === 0 ? [] : [say({ group, broker, count })];
    }),
  );
}

/** Groups that some broker keeps for writing only, with those brokers. */
export function writeOnlyOf({
  queues,
}: LetterIndexView): readonly { readonly group: string; readonly brokers: string }[] {
  const groups = new Map<string, string[]>();
  for (const { group, broker, isWriteOnly, ended } of queues)
    if (isWriteOnly && !ended) groups.set(group, [...(groups.get(group) ?? []), broker]);
  return [...groups].map(([group, brokers]) => ({ group, brokers: enumerated(brokers) }));
}

/** What the brokers have forgotten, and this console has not. */
export function keptWords({ queues, brokerKeepHours }: LetterIndexView, counted: number): string {
  const rule =
    brokerKeepHours === null
      ? t('It is unknown how long the brokers keep dead letters.')
      : t('The brokers keep dead letters for {hours} h.', { hours: brokerKeepHours });
  const gone = queues.reduce((sum, { goneAtBroker }) => sum + goneAtBroker, 0);
  if (gone === 0) return sentences(rule, t('All listed dead letters are still on the brokers.'));
  return queues.some(({ indexed }) => indexed >= counted)
    ? sentences(
        rule,
        t('At least {gone, number} listed dead letters are gone from the brokers and kept here.', { gone }),
      )
    : sentences(
        rule,
        t(
          `{gone, plural, one {# listed dead letter is} other {# listed dead letters are}} gone from the brokers and
            kept here.`,
          {
            gone,
          },
        ),
      );
}
