import 'server-only';
import type { Differing, FilteredTopic } from '../../broker';
import { shownExpression, type Subscription, type SubscriptionDifference } from '../../model/subscription';

/** How pages and the API say that clients of a group subscribe differently. */
export interface DifferingView {
  readonly since: string;
  readonly isYoung: boolean;
  /** Messages that the filters left out; null: brokers do not count them. */
  readonly last10Minutes: number | null;
  readonly topics: readonly SubscriptionDifference[];
}

export interface FilteredTopicView extends Omit<FilteredTopic, 'lastAt' | 'minutes'> {
  readonly lastAt: string;
  readonly minutes: readonly { readonly at: string; readonly filtered: number }[];
}

export function differingView(differing: Differing | null): DifferingView | null {
  return differing === null ? null : { ...differing, since: differing.since.toISOString() };
}

export interface SubscriptionView extends Subscription {
  /** Another connected client of the group has a different filter on this topic. */
  readonly differs: boolean;
}

export function subscriptionView(
  { topic, type, expression }: Subscription,
  differing: Pick<DifferingView, 'topics'> | null,
): SubscriptionView {
  const differs = differing?.topics.some((each) => each.topic === topic) ?? false;
  return { topic, type, expression: shownExpression({ type, expression }), differs };
}

export function filteredView({ lastAt, minutes, ...counts }: FilteredTopic): FilteredTopicView {
  return {
    ...{ ...counts, lastAt: lastAt.toISOString() },
    minutes: minutes.map(({ at, filtered }) => ({ at: at.toISOString(), filtered })),
  };
}
