import type { TimersOfCluster } from '@/lib/console/operations/brokers/views';
import { t } from '@/lib/model/language/t';
import { enumerated } from '@/lib/model/language/list';

type Timer = TimersOfCluster['brokers'][number];

/** A broker that is busy is this late now and then. */
const LATE_SECONDS = 5;
const MOST_TOPICS = 5;

export function lateWords({ isOn, lateSeconds }: Pick<Timer, 'isOn' | 'lateSeconds'>): string {
  if (!isOn) return t('off');
  if (lateSeconds.kind === 'unknown') return t('unknown');
  const seconds = lateSeconds.value;
  return seconds < LATE_SECONDS ? t('on time') : t('{seconds, number} s late', { seconds });
}

/** "later 3, reminders 1", the most first. */
export function topicsWords({ topics, topicsWhy }: Pick<Timer, 'topics' | 'topicsWhy'>, count: (n: number) => string) {
  if (topics === null) return t('unknown: {reason}', { reason: topicsWhy ?? t('not reported') });
  const words = topics.slice(0, MOST_TOPICS).map(({ topic, waiting }) => `${topic} ${count(waiting)}`);
  const more = topics.length - words.length;
  if (words.length === 0) return t('none');
  const list = enumerated(words);
  return more === 0 ? list : t('{list} and {more, plural, one {# other topic} other {# other topics}}', { list, more });
}
