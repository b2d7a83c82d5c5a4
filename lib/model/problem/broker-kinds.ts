import { plural } from '../count';
import type { ProblemFacts } from './facts';
import type { EvidenceOf } from './problem';
import { groupOf, groupPath } from './words';

type BrokerKind = 'database-trouble' | 'process-trouble' | 'numbers-unknown';

/** Problems of the broker itself, and of what it counts. */
export const BROKER_FACTS: { readonly [Kind in BrokerKind]: ProblemFacts<EvidenceOf[Kind]> } = {
  'database-trouble': {
    badge: ['dead', 'Database'],
    fine: 'Broker and database',
    rank: () => ({ tier: 'blind', weight: Number.MAX_SAFE_INTEGER }),
    subject: () => ({ kind: 'broker', name: 'Broker' }),
    says: ({ troubles }) => [{ strong: troubles[0] ?? 'is not healthy' }, '.'],
    more: ({ troubles }) => troubles.slice(1).map((trouble, index) => (index === 0 ? trouble : `; ${trouble}`)),
    since: ({ since }) => since,
    stake: () => [['every message'], ['while it lasts']],
    numbers: () => ({}),
    action: () => ({ says: 'Open health', path: '/api/health' }),
    trend: null,
    signals: ['broker-health'],
  },
  'process-trouble': {
    badge: ['stale', 'Process'],
    fine: 'Every process of this node runs',
    rank: ({ troubles }) => ({ tier: 'late', weight: troubles.length }),
    subject: () => ({ kind: 'broker', name: 'Broker' }),
    says: ({ troubles }) => [{ strong: troubles[0] ?? 'a process ended' }, '.'],
    more: ({ troubles }) => [
      ...troubles.slice(1).map((trouble) => `${trouble}. `),
      'Its clients connect again by themselves; nothing is lost. The log says why it ended.',
    ],
    since: () => null,
    stake: () => [['delays'], ['while it starts']],
    numbers: () => ({}),
    action: () => ({ says: 'Open health', path: '/api/health' }),
    trend: null,
    signals: ['broker-health'],
  },
  'numbers-unknown': {
    badge: ['unknown', 'Unknown'],
    fine: 'Every group is counted',
    // Without any number the list below it is not to be trusted.
    rank: ({ groups, of }) => ({ tier: groups.length === of ? 'blind' : 'unsure', weight: groups.length }),
    subject: ({ groups, of }) =>
      groups.length === 1 && of > 1 ? groupOf({ group: groups[0] ?? '' }) : { kind: 'broker', name: 'Counts' },
    says: ({ groups, of, since }) => [
      ...(groups.length === 1 && of > 1
        ? ['counts ']
        : groups.length === of
          ? ['of every group ']
          : [`of ${plural(groups.length, 'group')} `]),
      { strong: 'unknown' },
      ...(since === null ? [] : [' since ', { at: since }]),
      '. Nothing is known to be fine, and no alarm of theirs ends.',
    ],
    more: ({ groups, reason }) => [
      groups.length <= 1
        ? ''
        : `${groups.slice(0, 5).join(', ')}${groups.length > 5 ? `, and ${groups.length - 5} more` : ''} · `,
      reason,
    ],
    since: ({ since }) => since,
    stake: () => [['unknown'], ['counted every 10 s']],
    numbers: () => ({}),
    action: ({ groups, of }) =>
      groups.length === 1 && of > 1
        ? { says: 'Open group', path: groupPath(groups[0] ?? '') }
        : { says: 'Open health', path: '/api/health' },
    actionInCluster: ({ groups, of }) =>
      groups.length === 1 && of > 1
        ? { says: 'Open group', path: groupPath(groups[0] ?? '') }
        : { says: 'Open brokers', path: '/throttling' },
    trend: null,
    signals: [],
  },
};
