import { plural } from '../count';
import { BROKER_FACTS } from './broker-kinds';
import type { ProblemFacts } from './facts';
import type { EvidenceOf, ProblemKind } from './problem';
import { SUBSCRIPTIONS_DIFFER } from './subscriptions-differ';
import {
  amount,
  atRisk,
  by,
  causesText,
  count,
  groupOf,
  groupPath,
  part,
  perSecond,
  rate,
  runText,
  share,
  stopText,
  sum,
  valueOf,
  waits,
} from './words';

export const PROBLEM_FACTS: { readonly [Kind in ProblemKind]: ProblemFacts<EvidenceOf[Kind]> } = {
  ...BROKER_FACTS,
  'dying-soon': {
    badge: ['dead', 'Last attempt'],
    fine: 'No message is on its last attempt',
    rank: ({ dying }) => ({ tier: 'messages', weight: valueOf(dying) }),
    subject: groupOf,
    says: ({ dying, lastAt }) => [
      { strong: `${count(dying, 'message')} on the last attempt` },
      valueOf(dying) === 1 ? '; it moves to the DLQ' : '; they move to the DLQ',
      ...by(lastAt),
      ' unless it succeeds.',
    ],
    more: ({ firstAt }) => (firstAt === null ? [] : ['The first last attempt is due ', { at: firstAt }, '.']),
    since: () => null,
    stake: ({ dying, firstAt }) => atRisk(dying, firstAt),
    numbers: ({ dying }) => ({ dying }),
    action: ({ group }) => ({ says: 'Open retries', path: `${groupPath(group)}/retries?last=yes` }),
    trend: 'backlog',
    watches: ['deaths-due'],
  },
  'dead-letters': {
    badge: ['dead', 'Dead letters'],
    fine: 'No dead letter waits for a decision',
    rank: ({ dying, undecided, notReleased }) => ({
      tier: 'messages',
      weight: valueOf(undecided) + valueOf(notReleased) + valueOf(dying),
    }),
    subject: groupOf,
    says: ({ undecided, notReleased, run, dying, dyingBy, causes, firstAt }) => [
      ...(run === null
        ? [{ strong: `${count(undecided, 'dead letter')} since ` }, { at: firstAt }, `, ${causesText(causes)}.`]
        : [{ strong: `${count(sum(undecided, notReleased), 'dead letter')}.` }, ` ${runText(run)}`]),
      ...(valueOf(dying) > 0
        ? [' ', { strong: count(dying, 'more message') }, ' can move to the DLQ', ...by(dyingBy), '.']
        : []),
    ],
    more: ({ newest, firstAt, lastAt, run, notReleased }) => [
      ...(run === null ? [] : [`${amount(notReleased)} not released by ${run.name} · `]),
      ...(newest?.text == null ? ['cause not reported'] : [{ code: newest.text }]),
      ...(run === null ? [] : [' · since ', { at: firstAt }]),
      ' · last ',
      { at: lastAt },
    ],
    since: ({ firstAt }) => firstAt,
    stake: ({ undecided, notReleased, dying, dyingBy }) =>
      valueOf(dying) > 0
        ? [[{ strong: `${amount(dying)} at risk` }], ['decided', ...by(dyingBy)]]
        : [[{ strong: `${amount(sum(undecided, notReleased))} not processed` }], ['until you decide']],
    numbers: ({ undecided, notReleased, dying }) => ({ undecided, notReleased, dying }),
    action: ({ group, causes, newest, run }) =>
      run !== null
        ? { says: `Open ${run.name}`, path: `/redrives/${run.redriveId}` }
        : causes === 1 && newest !== null && newest.text !== null
          ? {
              says: 'Open cause',
              path: `/dead-letters/causes/${encodeURIComponent(newest.fingerprint)}?group=${part(group)}`,
            }
          : { says: 'Open dead letters', path: `/dead-letters?group=${part(group)}` },
    trend: 'dead',
    watches: ['deaths', 'dead-letters', 'dead-letters-of-cause', 'dead-letter-age', 'deaths-due'],
  },
  'expiring-letters': {
    badge: ['dead', 'Expiring'],
    fine: 'No dead letter expires within 24 h',
    rank: ({ expiring }) => ({ tier: 'messages', weight: valueOf(expiring) }),
    subject: groupOf,
    says: ({ expiring, nextAt }) => [
      { strong: `${count(expiring, 'dead letter')} ${valueOf(expiring) === 1 ? 'expires' : 'expire'} within 24 h` },
      ...(nextAt === null ? [] : [', the first ', { at: nextAt }]),
      '.',
    ],
    more: () => ['Re-drive them, or hold them: what expires is lost.'],
    since: () => null,
    stake: ({ nextAt }) => (nextAt === null ? [['within 24 h'], []] : [[{ at: nextAt }], ['the first is lost']]),
    numbers: ({ expiring }) => ({ expiring }),
    action: ({ group }) => ({ says: 'Re-drive or hold', path: `/dead-letters?group=${part(group)}&expires=24h` }),
    trend: 'dead',
    watches: ['expiring-dead-letters'],
  },
  'blocked-keys': {
    badge: ['blocked', 'Blocked'],
    fine: 'No key is blocked',
    rank: ({ behind, keys }) => ({ tier: 'messages', weight: valueOf(behind) + valueOf(keys) }),
    subject: groupOf,
    says: ({ keys, behind, since }) => [
      { strong: `${count(keys, 'key')} blocked` },
      `, ${count(behind, 'message')} ${valueOf(behind) === 1 ? 'waits' : 'wait'} behind ${valueOf(keys) === 1 ? 'it' : 'them'} since `,
      { at: since },
      '.',
    ],
    more: () => ['The first message of each key failed, or a client holds it; the others keep their order.'],
    since: ({ since }) => since,
    stake: ({ behind }) => [[{ strong: `${amount(behind)} behind` }], ['until the head is done']],
    numbers: ({ keys, behind }) => ({ keys, behind }),
    action: ({ group }) => ({ says: 'Open keys', path: `${groupPath(group)}/keys` }),
    trend: 'blockedKeys',
    watches: ['blocked-key'],
  },
  'no-consumer': {
    badge: ['dead', 'No consumer'],
    fine: 'Every group with messages has a consumer',
    rank: ({ ready }) => ({ tier: 'messages', weight: valueOf(ready) }),
    subject: groupOf,
    says: ({ ready, since }) => [
      { strong: 'no consumer is connected' },
      ...(since === null ? [', unknown since when'] : [' since ', { at: since }]),
      `; ${waits(ready)}.`,
    ],
    more: ({ oldestAt }) => (oldestAt === null ? [] : ['The oldest has been ready since ', { at: oldestAt }, '.']),
    since: ({ since }) => since,
    stake: ({ ready }) => [[{ strong: `${amount(ready)} wait` }], ['until one connects']],
    numbers: ({ ready }) => ({ ready }),
    action: ({ group }) => ({ says: 'Open clients', path: `${groupPath(group)}/clients` }),
    trend: 'backlog',
    watches: ['no-consumer', 'oldest-age', 'backlog', 'lag-growth', 'time-to-drain'],
  },
  'subscriptions-differ': SUBSCRIPTIONS_DIFFER,
  'backlog-grows': {
    badge: ['waiting-retry', 'Backlog'],
    fine: 'Every backlog drains',
    rank: ({ backlog }) => ({ tier: 'late', weight: valueOf(backlog) }),
    subject: groupOf,
    says: ({ backlog, drain }) => [
      'backlog ',
      {
        strong: `${amount(backlog)}${drain.kind === 'growing' ? ` and growing ${perSecond(drain.perSecond)}` : ''}`,
      },
      '; never drains at this rate.',
    ],
    more: ({ inPerSecond, outPerSecond, consumers, oldestAt }) => [
      `In ${rate(inPerSecond)}, out ${rate(outPerSecond)} · ${count(consumers, 'client')} · oldest since `,
      { at: oldestAt },
    ],
    since: ({ oldestAt }) => oldestAt,
    stake: ({ outPerSecond }) => [[{ strong: 'never' }], [`at ${rate(outPerSecond)} out`]],
    numbers: ({ backlog, inPerSecond, outPerSecond, consumers }) => ({ backlog, inPerSecond, outPerSecond, consumers }),
    action: ({ group }) => ({ says: 'Open group', path: groupPath(group) }),
    trend: 'backlog',
    watches: ['backlog', 'oldest-age', 'lag-growth', 'time-to-drain'],
  },
  'retry-amplification': {
    badge: ['waiting-retry', 'Amplified'],
    fine: 'Retries are less than half of every load',
    rank: ({ perMessage }) => ({ tier: 'waste', weight: valueOf(perMessage) }),
    subject: groupOf,
    says: ({ retries, perMessage }) => [
      { strong: `${share(retries)} of its load is retries` },
      ` (${amount(perMessage)} deliveries per message).`,
    ],
    more: ({ waiting }) => [
      `${count(waiting, 'message')} ${valueOf(waiting) === 1 ? 'waits' : 'wait'} for a retry · last 5 min`,
    ],
    since: () => null,
    stake: ({ perMessage }) => [[{ strong: `× ${amount(perMessage)}` }], ['deliveries per message']],
    numbers: ({ perMessage, retries, waiting }) => ({ perMessage, retriesPercent: retries, waiting }),
    action: ({ group }) => ({ says: 'Open retries', path: `${groupPath(group)}/retries` }),
    actionInCluster: ({ group }) => ({ says: 'Open group', path: groupPath(group) }),
    trend: 'backlog',
    watches: ['amplification'],
  },
  'stale-client': {
    badge: ['stale', 'Silent client'],
    fine: 'Every connected client sends heartbeats',
    rank: ({ silent }) => ({ tier: 'waste', weight: valueOf(silent) }),
    subject: groupOf,
    says: ({ client, silent, seenAt }) => [
      ...(valueOf(silent) > 1
        ? [{ strong: `${amount(silent)} clients are silent` }, ', the first since ']
        : [{ code: client }, { strong: ' is silent' }, ' since ']),
      { at: seenAt },
      '.',
    ],
    more: () => ['It is connected and sends no heartbeat; what it holds is delivered again when its lease ends.'],
    since: ({ seenAt }) => seenAt,
    stake: () => [['its leases'], ['until they end']],
    numbers: ({ silent }) => ({ silent }),
    action: ({ group }) => ({ says: 'Open clients', path: `${groupPath(group)}/clients` }),
    trend: 'backlog',
    watches: [],
  },
  'throttled-producers': {
    badge: ['throttled', 'Throttled'],
    fine: 'No send is refused',
    rank: ({ refused }) => ({ tier: 'messages', weight: valueOf(refused) }),
    subject: ({ topic }) => ({ kind: 'topic', name: topic }),
    says: ({ refused, since }) => [
      { strong: `${count(refused, 'send')} refused` },
      ' by a limit since ',
      { at: since },
      '.',
    ],
    more: ({ lastAt }) => [
      'Last refusal ',
      { at: lastAt },
      ' · producers send them again by themselves, up to their limit',
    ],
    since: ({ since }) => since,
    stake: ({ lastAt }) => [[{ strong: 'refusing now' }], ['last ', { at: lastAt }]],
    numbers: ({ refused }) => ({ refused }),
    action: ({ topic }) => ({ says: 'See who', path: `/throttling?topic=${part(topic)}` }),
    trend: null,
    watches: ['refused'],
  },
  'redrive-stopped': {
    badge: ['dead', 'Stopped'],
    fine: 'No re-drive has stopped by itself',
    rank: ({ left }) => ({ tier: 'messages', weight: valueOf(left) }),
    subject: ({ name }) => ({ kind: 're-drive', name }),
    says: ({ group, stoppedAt }) => [{ strong: 'stopped by its rule' }, ' ', { at: stoppedAt }, `, group ${group}.`],
    more: ({ stopped, left }) => [`${stopText(stopped)} · ${count(left, 'message')} not released`],
    since: ({ stoppedAt }) => stoppedAt,
    stake: ({ left }) => [[{ strong: `${amount(left)} left` }], ['until you decide']],
    numbers: ({ left }) => ({ left }),
    action: ({ redriveId }) => ({ says: 'Open re-drive', path: `/redrives/${redriveId}` }),
    trend: null,
    watches: [],
  },
  'redrive-failing': {
    badge: ['dead', 'Failing'],
    fine: 'Every running re-drive can release',
    rank: ({ left }) => ({ tier: 'messages', weight: valueOf(left) }),
    subject: ({ name }) => ({ kind: 're-drive', name }),
    says: ({ group, since }) => [{ strong: 'cannot release' }, ' since ', { at: since }, `, group ${group}.`],
    more: ({ why, left, lastAt }) => [`${why} · ${count(left, 'message')} not released · last tried `, { at: lastAt }],
    since: ({ since }) => since,
    stake: ({ left }) => [[{ strong: `${amount(left)} left` }], ['tried every 5 s']],
    numbers: ({ left }) => ({ left }),
    action: ({ redriveId }) => ({ says: 'Open re-drive', path: `/redrives/${redriveId}` }),
    trend: null,
    watches: [],
  },
  alarm: {
    badge: ['waiting-retry', 'Alarm'],
    fine: 'No other alarm fires',
    rank: ({ severity }) => ({
      tier: severity === 'critical' ? 'messages' : severity === 'warning' ? 'late' : 'waste',
      weight: 0,
    }),
    subject: ({ subject }) => subject,
    says: ({ says, firedAt }) => [{ strong: says }, ', firing since ', { at: firedAt }, '.'],
    more: ({ amount: number, threshold, others }) => [
      `${number}; its rule fires at ${threshold} or more`,
      ...(others === 0 ? [] : [` · ${plural(others, 'other alarm')} of the same backlog`]),
    ],
    since: ({ firedAt }) => firedAt,
    stake: ({ severity }) => [[severity], ['by its rule']],
    numbers: () => ({}),
    action: ({ incidentId }) => ({ says: 'Open alarm', path: `/alarms/${incidentId}` }),
    trend: null,
    watches: [],
  },
};

export const PROBLEM_KINDS = Object.keys(PROBLEM_FACTS) as [ProblemKind, ...ProblemKind[]];
