import { formatCount, plural } from '@/components/ui/number.model';
import type { IndexedQueueView, LetterIndexView } from '@/lib/console/operations/dead-letters/views';

/** Rounds take seconds. */
const LATE_MS = 3 * 60_000;

/** What of the dead letters of a cluster is not in the list, and why; each a sentence. */
export function missingWords({ queues, silent, roundAt }: LetterIndexView, nowMs: number): readonly string[] {
  const sinceMs = roundAt === null ? 0 : nowMs - Date.parse(roundAt);
  const stopped =
    sinceMs < LATE_MS ? [] : [`No round through all brokers has ended for ${Math.floor(sinceMs / 60_000)} minutes`];
  const away = silent.map(
    ({ broker, reason }) => `${broker} does not answer (${reason}): what died there since is missing`,
  );
  const behind = queues
    .filter(({ ended, next, max, isWriteOnly }) => !ended && !isWriteOnly && next < max)
    .map(({ broker, group, next, max }) => `${formatCount(max - next)} of ${group} at ${broker} are still being read`);
  const words = [
    ...stopped,
    ...away,
    ...behind,
    ...gapWords(queues, 'retention', (n) => `${n} went with the retention of their broker before they were read`),
    ...gapWords(queues, 'unreadable', (n) => `${n} could not be read: their bytes are no message`),
    ...gapWords(queues, 'before', (n) => `${n} were gone before this console read them for the first time`),
  ];
  return roundAt === null && words.length === 0 ? ['The brokers have not been read to the end yet'] : words;
}

function gapWords(queues: readonly IndexedQueueView[], why: string, say: (count: string) => string): readonly string[] {
  return queues.flatMap(({ broker, group, gaps }) => {
    const lost = gaps.filter((gap) => gap.why === why).reduce((sum, { from, to }) => sum + to - from, 0);
    return lost === 0 ? [] : [`${group} at ${broker}: ${say(formatCount(lost))}`];
  });
}

/** Groups that some broker keeps for writing only, with those brokers. */
export function writeOnlyOf({
  queues,
}: LetterIndexView): readonly { readonly group: string; readonly brokers: string }[] {
  const groups = new Map<string, string[]>();
  for (const { group, broker, isWriteOnly, ended } of queues)
    if (isWriteOnly && !ended) groups.set(group, [...(groups.get(group) ?? []), broker]);
  return [...groups].map(([group, brokers]) => ({ group, brokers: brokers.join(', ') }));
}

/** What the brokers have forgotten, and this console has not. */
export function keptWords({ queues, brokerKeepHours }: LetterIndexView, counted: number): string {
  const rule =
    brokerKeepHours === null
      ? 'How long the brokers keep them is unknown'
      : `The brokers keep them for ${brokerKeepHours} h`;
  const gone = queues.reduce((sum, { goneAtBroker }) => sum + goneAtBroker, 0);
  if (gone === 0) return `${rule}; all that are listed are still there.`;
  const isFloor = queues.some(({ indexed }) => indexed >= counted);
  const words = plural(gone, 'listed one is', 'listed ones are');
  return `${rule}; ${isFloor ? 'at least ' : ''}${words} gone there and kept here.`;
}
