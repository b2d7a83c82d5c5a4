import { filterWords, type SubscriptionDifference } from '@/lib/model/group/subscription';
import { t } from '@/lib/model/language/t';
import { enumerated, listOf, sentences } from '@/lib/model/language/list';

const FILTERS_SHOWN = 4;
const TOPICS_SHOWN = 3;

/** "orders", "orders and shipping", "5 topics". */
export function topicsSay(topics: readonly SubscriptionDifference[]): string {
  if (topics.length > TOPICS_SHOWN) return t('{count, number} topics', { count: topics.length });
  return listOf(topics.map(({ topic }) => topic));
}

export function lostSay(filtered: number): string {
  return t('{count, plural, one {# message was} other {# messages were}} filtered out in the last 10 minutes', {
    count: filtered,
  });
}

/** "orders: red (2 clients), blue (1 client)." of each of the first topics. */
export function filtersSay(topics: readonly SubscriptionDifference[]): string {
  const each = topics.slice(0, TOPICS_SHOWN).map(({ topic, filters }) => {
    const more = filters.length - FILTERS_SHOWN;
    const shown = enumerated(filters.slice(0, FILTERS_SHOWN).map(filterWords));
    return more > 0
      ? t('{topic}: {filters}, and {more, plural, one {# other filter} other {# other filters}}.', {
          ...{ topic, filters: shown, more },
        })
      : t('{topic}: {filters}.', { topic, filters: shown });
  });
  return sentences(...each);
}
