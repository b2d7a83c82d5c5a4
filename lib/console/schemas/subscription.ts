import 'server-only';
import { z } from 'zod';
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

const time = z.iso.datetime();
const count = z.int().min(0);

const filter = {
  type: z.enum(['TAG', 'SQL']),
  expression: z.string().describe('Tags in order, or an SQL expression; at most 256 characters of it'),
};

const differentType = z.enum(['TAG', 'SQL', 'NONE']).describe('NONE: they do not subscribe to the topic (4.x clients)');

export const subscriptionShape = z.object({
  topic: z.string(),
  ...filter,
  differs: z.boolean().describe('Another connected client of the group has a different filter on this topic'),
});

export const differingShape = z
  .object({
    since: time,
    isYoung: z.boolean().describe('For less than 2 minutes: it may be a rolling deployment'),
    last10Minutes: count.nullable().describe('Messages that the filters left out; null: brokers do not count them'),
    topics: z.array(
      z.object({ topic: z.string(), filters: z.array(z.object({ ...filter, type: differentType, clients: count })) }),
    ),
  })
  .nullable()
  .describe('Connected clients have different filters on a topic, so messages are lost; null: they subscribe alike');

export const filteredShape = z
  .array(
    z.object({
      topic: z.string(),
      last10Minutes: count,
      lastHour: count,
      lastDay: count,
      lastAt: time,
      minutes: z.array(z.object({ at: time, filtered: count })).describe('Of the last hour, those with any'),
    }),
  )
  .describe(
    'By topic, messages of the last 24 h that count as consumed because the filter of the receiving client does not ' +
      'match them',
  );
