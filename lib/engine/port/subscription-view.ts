import type { Differing } from '../../broker';
import { shownExpression, type Subscription } from '../../model/group/subscription';
import type { SubscriptionView } from './group-clients';

/** A subscription of one client, and whether another one of the group has a different filter on its topic. */
export function subscriptionView(
  { topic, type, expression }: Subscription,
  differing: Pick<Differing, 'topics'> | null,
): SubscriptionView {
  const differs = differing?.topics.some((each) => each.topic === topic) ?? false;
  return { topic, type, expression: shownExpression({ type, expression }), differs };
}
