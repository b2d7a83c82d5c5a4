import { between, msg, t } from '../language/t';
import { filterWords } from '../group/subscription';
import type { ProblemFacts } from './facts';
import { phrases } from './phrase';
import type { EvidenceOf } from './problem';
import { amount, groupOf, groupPath, valueOf } from './words';
import { enumerated } from '../language/list';

export const SUBSCRIPTIONS_DIFFER: ProblemFacts<EvidenceOf['subscriptions-differ']> = {
  badge: ['dead', msg('Filters differ')],
  fine: msg('In every group, all clients have the same subscription'),
  rank: ({ filtered }) => ({ tier: 'messages', weight: valueOf(filtered) }),
  subject: groupOf,
  says: ({ topics, since }) =>
    topics.length === 1
      ? phrases('<b>clients subscribe differently</b> to {topic} since {at}.', {
          ...{ topic: topics[0]?.topic ?? '', at: { at: since } },
        })
      : phrases('<b>clients subscribe differently</b> to {n, plural, one {# topic} other {# topics}} since {at}.', {
          ...{ n: topics.length, at: { at: since } },
        }),
  more: ({ topics }) => [
    t('{filters}.', { filters: enumerated(topics[0]?.filters.slice(0, 4).map(filterWords) ?? []) }),
    between(),
    t('A message received by a client whose filter does not match counts as consumed for the whole group.'),
  ],
  since: ({ since }) => since,
  stake: ({ filtered }) =>
    filtered.kind === 'unknown'
      ? [phrases('<b>messages are lost</b>'), [t('brokers do not count them')]]
      : [phrases('<b>{amount} filtered out</b>', { amount: amount(filtered) }), [t('in the last 10 min')]],
  numbers: ({ filtered }) => ({ filtered }),
  action: ({ group }) => ({ says: t('Open clients'), path: `${groupPath(group)}/clients` }),
  trend: null,
  signals: ['subscriptions-differ'],
};
