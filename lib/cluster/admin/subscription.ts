import type { Loose } from '../wire/loose-json';
import { optional, recordOf, textOf } from './decode';

export interface Subscription {
  readonly topic: string;
  readonly expression: string;
  readonly isSql: boolean;
}

/** As brokers, proxies and clients all write it. */
export function subscriptionOf(value: Loose): Subscription {
  const { topic, subString, expressionType } = recordOf(value, 'a subscription');
  return {
    topic: textOf(topic, 'topic'),
    expression: optional(textOf, subString, 'subString') ?? '*',
    isSql: expressionType === 'SQL92',
  };
}
