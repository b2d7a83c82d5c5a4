import { between, joined, msg, t, tell, told } from '../language/t';
import type { ProblemFacts } from './facts';
import { type Phrase, phrases } from './phrase';
import type { EvidenceOf } from './problem';
import { groupOf, groupPath } from './words';
import { enumerated } from '../language/list';

type BrokerKind = 'database-trouble' | 'process-trouble' | 'numbers-unknown';

/** Problems of the broker itself, and of what it counts. */
export const BROKER_FACTS: { readonly [Kind in BrokerKind]: ProblemFacts<EvidenceOf[Kind]> } = {
  'database-trouble': {
    badge: ['dead', msg('Database')],
    fine: msg('Broker and database'),
    rank: () => ({ tier: 'blind', weight: Number.MAX_SAFE_INTEGER }),
    subject: () => ({ kind: 'broker', name: t('Broker') }),
    says: ({ troubles }) => phrases('<b>{trouble}</b>.', { trouble: tell(troubles[0] ?? told('is not healthy')) }),
    more: ({ troubles }) => (troubles.length < 2 ? [] : [tell(joined(troubles.slice(1)))]),
    since: ({ since }) => since,
    stake: () => [[t('every message')], [t('while it lasts')]],
    numbers: () => ({}),
    action: () => ({ says: t('Open health'), path: '/api/health' }),
    trend: null,
    signals: ['broker-health'],
  },
  'process-trouble': {
    badge: ['stale', msg('Process')],
    fine: msg('All processes of this node are running'),
    rank: ({ troubles }) => ({ tier: 'late', weight: troubles.length }),
    subject: () => ({ kind: 'broker', name: t('Broker') }),
    says: ({ troubles }) => phrases('<b>{trouble}</b>.', { trouble: tell(troubles[0] ?? told('a process ended')) }),
    more: ({ troubles }) => [
      ...troubles.slice(1).map((trouble) => t('{reason}.', { reason: tell(trouble) }) + between()),
      t('Clients reconnect automatically and nothing is lost. The reason is in the log.'),
    ],
    since: () => null,
    stake: () => [[t('delays')], [t('while it starts')]],
    numbers: () => ({}),
    action: () => ({ says: t('Open health'), path: '/api/health' }),
    trend: null,
    signals: ['broker-health'],
  },
  'numbers-unknown': {
    badge: ['unknown', msg('Unknown')],
    fine: msg('All groups are counted'),
    // Without any number the list below it is not to be trusted.
    rank: ({ groups, of }) => ({ tier: groups.length === of ? 'blind' : 'unsure', weight: groups.length }),
    subject: ({ groups, of }) =>
      groups.length === 1 && of > 1 ? groupOf({ group: groups[0] ?? '' }) : { kind: 'broker', name: t('Counts') },
    says: ({ groups, of, since }) => [
      ...unknownSince(groups.length === 1 && of > 1 ? 'one' : groups.length === of ? 'all' : groups.length, since),
      between(),
      t('The state of these groups is unknown, and their alarms stay open.'),
    ],
    more: ({ groups, reason }) => [
      groups.length <= 1
        ? ''
        : `${
            groups.length > 5
              ? t(`{groups}, and {n, number} more`, { groups: enumerated(groups.slice(0, 5)), n: groups.length - 5 })
              : enumerated(groups)
          } · `,
      reason,
    ],
    since: ({ since }) => since,
    stake: () => [[t('unknown')], [t('counted every 10 s')]],
    numbers: () => ({}),
    action: ({ groups, of }) =>
      groups.length === 1 && of > 1
        ? { says: t('Open group'), path: groupPath(groups[0] ?? '') }
        : { says: t('Open health'), path: '/api/health' },
    actionInCluster: ({ groups, of }) =>
      groups.length === 1 && of > 1
        ? { says: t('Open group'), path: groupPath(groups[0] ?? '') }
        : { says: t('Open brokers'), path: '/throttling' },
    trend: null,
    signals: [],
  },
};

/** Of one group its name is the subject. */
function unknownSince(groups: 'one' | 'all' | number, since: string | null): readonly Phrase[] {
  const at = { at: since ?? '' };
  if (groups === 'one')
    return since === null ? phrases('counts <b>unknown</b>.') : phrases('counts <b>unknown</b> since {at}.', { at });
  if (groups === 'all')
    return since === null
      ? phrases('of every group <b>unknown</b>.')
      : phrases('of every group <b>unknown</b> since {at}.', { at });
  return since === null
    ? phrases('of {n, plural, one {# group} other {# groups}} <b>unknown</b>.', { n: groups })
    : phrases('of {n, plural, one {# group} other {# groups}} <b>unknown</b> since {at}.', { n: groups, at });
}
