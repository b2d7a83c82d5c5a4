import { formatCount, plural } from '@/components/ui/number.model';
import type { ReadData } from '@/lib/console/reads/registry';
import { valueOrNull } from '@/lib/model/reading';

type Holds = ReadData<'clientHolds'>;
type Queue = Holds['queues'][number];

const BEHIND_PROXY =
  'Brokers and proxies do not tell what one 5.x client holds. What all of them hold is on the page of the group: ' +
  'In flight, and the hand-outs in Waiting retries.';

/** Why a client cannot be asked; null: it can. Pure. */
export function notAskedWhy(protocol: Holds['protocol']): string | null {
  return protocol === 'remoting' ? null : BEHIND_PROXY;
}

/** "under 1 MiB", "2 to 3 MiB", of the bodies that these queues hold: clients say whole MiB, rounded down. Pure. */
export function sizeWords(queues: readonly Pick<Queue, 'messages' | 'wholeMib'>[]): string {
  const full = queues.filter(({ messages }) => valueOrNull(messages) !== 0);
  if (full.length === 0) return 'nothing';
  const least = full.reduce((sum, { wholeMib }) => sum + (wholeMib ?? 0), 0);
  if (full.some(({ wholeMib }) => wholeMib === null))
    return least === 0 ? 'unknown' : `at least ${formatCount(least)} MiB`;
  const most = least + full.length;
  return least === 0 ? `under ${formatCount(most)} MiB` : `${formatCount(least)} to ${formatCount(most)} MiB`;
}

/** What a client of 4.x is set to, as far as it says. Pure. */
export function itselfWords({ itself, queues }: Holds): string {
  if (itself === null) return '';
  const { threads, isOrdered, maxRetries } = itself;
  return [
    plural(queues.length, 'queue'),
    ...(queues.length === 0 ? [] : [`bodies ${sizeWords(queues)}`]),
    ...(isOrdered === null ? [] : [isOrdered ? 'in order' : 'in any order']),
    ...(threads === null ? [] : [plural(threads, 'thread')]),
    ...(maxRetries === null ? [] : [retryWords(maxRetries, isOrdered)]),
  ].join(' · ');
}

const OF_LIBRARY = -1;

function retryWords(most: number, isOrdered: boolean | null): string {
  if (most !== OF_LIBRARY) return `max retries ${formatCount(most)}`;
  if (isOrdered === null) return 'max retries as its library has it';
  return isOrdered ? 'retries without end' : 'max retries 16';
}

/** One sentence a topic: how fast it handles. Pure. */
export function speedWords({ topics }: Pick<Holds, 'topics'>): readonly string[] {
  return topics.flatMap(({ topic, handleMs, handledPerSecond, failedPerSecond }) => {
    const isMeasured = [handleMs, handledPerSecond, failedPerSecond].some((figure) => figure !== null && figure > 0);
    if (!isMeasured) return [];
    const parts = [
      ...(handledPerSecond === null ? [] : [`${rounded(handledPerSecond)} handled per second`]),
      ...(failedPerSecond === null ? [] : [`${rounded(failedPerSecond)} failed`]),
      ...(handleMs === null ? [] : [`${rounded(handleMs)} ms each`]),
    ];
    return [`${topic}: ${parts.join(', ')}.`];
  });
}

/** What is unusual of a queue. Pure. */
export function queueWords({ isLocked, isGivenUp }: Queue, itself: Holds['itself']): string {
  if (isGivenUp) return 'lets go: another client has it';
  return itself?.isOrdered === true && isLocked === false ? 'waits until the broker gives it the queue' : '';
}

function rounded(value: number): string {
  return `${Math.round(value * 10) / 10}`;
}
