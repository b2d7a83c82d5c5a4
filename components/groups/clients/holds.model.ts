import type { ReadData } from '@/lib/console/reads/registry';
import { valueOrNull } from '@/lib/model/reading';
import { msg, t } from '@/lib/model/language/t';
import { enumerated } from '@/lib/model/language/list';

type Holds = ReadData<'clientHolds'>;
type Queue = Holds['queues'][number];

const BEHIND_PROXY = msg(
  `Brokers and proxies do not report the messages in progress of one 5.x client. The page of the group shows those of
  all clients together.`,
);

/** Why a client cannot be asked; null: it can. Pure. */
export function notAskedWhy(protocol: Holds['protocol']): string | null {
  return protocol === 'remoting' ? null : t(BEHIND_PROXY);
}

/** "under 1 MiB", "2 to 3 MiB", of the bodies that these queues hold: clients say whole MiB, rounded down. Pure. */
export function sizeWords(queues: readonly Pick<Queue, 'messages' | 'wholeMib'>[]): string {
  const full = queues.filter(({ messages }) => valueOrNull(messages) !== 0);
  if (full.length === 0) return t('none');
  const least = full.reduce((sum, { wholeMib }) => sum + (wholeMib ?? 0), 0);
  if (full.some(({ wholeMib }) => wholeMib === null))
    return least === 0 ? t('unknown') : t('at least {least, number} MiB', { least });
  const most = least + full.length;
  return least === 0
    ? t('under {most, number} MiB', { most })
    : t('{least, number} to {most, number} MiB', { least, most });
}

/** What a client of 4.x is set to, as far as it says. Pure. */
export function itselfWords({ itself, queues }: Holds): string {
  if (itself === null) return '';
  const { threads, isOrdered, maxRetries } = itself;
  return [
    t('{count, plural, one {# queue} other {# queues}}', { count: queues.length }),
    ...(queues.length === 0 ? [] : [t('bodies: {size}', { size: sizeWords(queues) })]),
    ...(isOrdered === null ? [] : [isOrdered ? t('ordered') : t('unordered')]),
    ...(threads === null ? [] : [t('{threads, plural, one {# thread} other {# threads}}', { threads })]),
    ...(maxRetries === null ? [] : [retryWords(maxRetries, isOrdered)]),
  ].join(' · ');
}

const OF_LIBRARY = -1;

function retryWords(most: number, isOrdered: boolean | null): string {
  if (most !== OF_LIBRARY) return t('max retries: {count, number}', { count: most });
  if (isOrdered === null) return t('max retries: default of its library');
  return isOrdered ? t('unlimited retries') : t('max retries: {count, number}', { count: 16 });
}

/** One sentence a topic: how fast it handles. Pure. */
export function speedWords({ topics }: Pick<Holds, 'topics'>): readonly string[] {
  return topics.flatMap(({ topic, handleMs, handledPerSecond, failedPerSecond }) => {
    const isMeasured = [handleMs, handledPerSecond, failedPerSecond].some((figure) => figure !== null && figure > 0);
    if (!isMeasured) return [];
    const parts = [
      ...(handledPerSecond === null ? [] : [t('{rate} processed per second', { rate: rounded(handledPerSecond) })]),
      ...(failedPerSecond === null ? [] : [t('{rate} failed', { rate: rounded(failedPerSecond) })]),
      ...(handleMs === null ? [] : [t('{time} ms each', { time: rounded(handleMs) })]),
    ];
    return [t('{topic}: {facts}.', { topic, facts: enumerated(parts) })];
  });
}

/** What is unusual of a queue. Pure. */
export function queueWords({ isLocked, isGivenUp }: Queue, itself: Holds['itself']): string {
  if (isGivenUp) return t('being released: another client has it');
  return itself?.isOrdered === true && isLocked === false ? t('waiting for the broker to assign the queue') : '';
}

function rounded(value: number): string {
  return `${Math.round(value * 10) / 10}`;
}
