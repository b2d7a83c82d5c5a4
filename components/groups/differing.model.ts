import { plural } from '@/components/ui/number.model';
import { filterWords, type SubscriptionDifference } from '@/lib/model/group/subscription';

const FILTERS_SHOWN = 4;
const TOPICS_SHOWN = 3;

/** "orders", "orders and shipping", "5 topics". */
export function topicsSay(topics: readonly SubscriptionDifference[]): string {
  if (topics.length > TOPICS_SHOWN) return plural(topics.length, 'topic');
  const names = topics.map(({ topic }) => topic);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

export function lostSay(filtered: number): string {
  return `${plural(filtered, 'message was', 'messages were')} filtered out in the last 10 minutes`;
}

/** "orders: red (2 clients), blue (1 client)." of each of the first topics. */
export function filtersSay(topics: readonly SubscriptionDifference[]): string {
  return topics
    .slice(0, TOPICS_SHOWN)
    .map(({ topic, filters }) => {
      const more = filters.length - FILTERS_SHOWN;
      const shown = filters.slice(0, FILTERS_SHOWN).map(filterWords).join(', ');
      return `${topic}: ${shown}${more > 0 ? `, and ${plural(more, 'other filter')}` : ''}.`;
    })
    .join(' ');
}
