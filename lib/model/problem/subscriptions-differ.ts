import { plural } from '../count';
import { filterWords } from '../group/subscription';
import type { ProblemFacts } from './facts';
import type { EvidenceOf } from './problem';
import { amount, groupOf, groupPath, valueOf } from './words';

export const SUBSCRIPTIONS_DIFFER: ProblemFacts<EvidenceOf['subscriptions-differ']> = {
  badge: ['dead', 'Filters differ'],
  fine: 'The clients of every group subscribe alike',
  rank: ({ filtered }) => ({ tier: 'messages', weight: valueOf(filtered) }),
  subject: groupOf,
  says: ({ topics, since }) => [
    { strong: 'clients subscribe differently' },
    ` to ${topics.length === 1 ? (topics[0]?.topic ?? '') : plural(topics.length, 'topic')} since `,
    { at: since },
    '.',
  ],
  more: ({ topics }) => [
    `${topics[0]?.filters.slice(0, 4).map(filterWords).join(', ') ?? ''}. `,
    'A message that the filter of its client does not match counts as consumed for the whole group.',
  ],
  since: ({ since }) => since,
  stake: ({ filtered }) =>
    filtered.kind === 'unknown'
      ? [[{ strong: 'messages are lost' }], ['brokers do not count them']]
      : [[{ strong: `${amount(filtered)} filtered out` }], ['in the last 10 min']],
  numbers: ({ filtered }) => ({ filtered }),
  action: ({ group }) => ({ says: 'Open clients', path: `${groupPath(group)}/clients` }),
  trend: null,
  signals: ['subscriptions-differ'],
};
