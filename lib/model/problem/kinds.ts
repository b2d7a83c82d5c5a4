import { between, msg, t, tell } from '../language/t';
import { formatRate } from '../rate';
import type { Reading } from '../reading';
import { BROKER_FACTS } from './broker-kinds';
import type { ProblemFacts } from './facts';
import { type Phrase, phrases } from './phrase';
import type { EvidenceOf, ProblemKind } from './problem';
import { SUBSCRIPTIONS_DIFFER } from './subscriptions-differ';
import {
  amount,
  atRisk,
  causesText,
  count,
  groupOf,
  groupPath,
  part,
  rate,
  runText,
  share,
  stopText,
  sum,
  valueOf,
} from './words';

const SEVERITIES = { critical: msg('critical'), warning: msg('warning'), info: msg('info') } as const;

function leftOf(left: Reading<number>): readonly Phrase[] {
  return phrases('<b>{amount} left</b>', { amount: amount(left) });
}

function moreCanMove(messages: string, at: string | null): readonly Phrase[] {
  return at === null
    ? phrases('<b>{messages}</b> can move to the DLQ within the hour.', { messages })
    : phrases('<b>{messages}</b> can move to the DLQ by {at}.', { messages, at: { at } });
}

export const PROBLEM_FACTS: { readonly [Kind in ProblemKind]: ProblemFacts<EvidenceOf[Kind]> } = {
  ...BROKER_FACTS,
  'dying-soon': {
    badge: ['dead', msg('Last attempt')],
    fine: msg('No message is on its last attempt'),
    rank: ({ dying }) => ({ tier: 'messages', weight: valueOf(dying) }),
    subject: groupOf,
    says: ({ dying, lastAt }) => {
      const given = { n: valueOf(dying), messages: count(dying, 'message') };
      return lastAt === null
        ? phrases(
            `<b>{messages} on the last attempt</b>; {n, plural, one {it moves} other {they move}} to the DLQ
            within the hour unless it succeeds.`,
            given,
          )
        : phrases(
            `<b>{messages} on the last attempt</b>; {n, plural, one {it moves} other {they move}} to the DLQ
            by {at} unless it succeeds.`,
            { ...given, at: { at: lastAt } },
          );
    },
    more: ({ firstAt }) =>
      firstAt === null ? [] : phrases('The first last attempt is due {at}.', { at: { at: firstAt } }),
    since: () => null,
    stake: ({ dying, firstAt }) => atRisk(dying, firstAt),
    numbers: ({ dying }) => ({ dying }),
    action: ({ group }) => ({ says: t('Open retries'), path: `${groupPath(group)}/retries?last=yes` }),
    trend: 'backlog',
    signals: ['deaths-due'],
  },
  'dead-letters': {
    badge: ['dead', msg('Dead letters')],
    fine: msg('No dead letter waits for a decision'),
    rank: ({ dying, undecided, notReleased }) => ({
      tier: 'messages',
      weight: valueOf(undecided) + valueOf(notReleased) + valueOf(dying),
    }),
    subject: groupOf,
    says: ({ undecided, notReleased, run, dying, dyingBy, causes, firstAt }) => [
      ...(run === null
        ? phrases('<b>{letters}</b> since {at}, {causes}.', {
            ...{ letters: count(undecided, 'dead letter'), at: { at: firstAt }, causes: causesText(causes) },
          })
        : phrases('<b>{letters}.</b> {run}', {
            ...{ letters: count(sum(undecided, notReleased), 'dead letter'), run: runText(run) },
          })),
      ...(valueOf(dying) > 0 ? [between(), ...moreCanMove(count(dying, 'more message'), dyingBy)] : []),
    ],
    more: ({ newest, firstAt, lastAt, run, notReleased }) => [
      ...(run === null
        ? []
        : [t('{amount} not released by {run}', { amount: amount(notReleased), run: run.name }), ' · ']),
      ...(newest?.text == null ? [t('cause not reported')] : [{ code: newest.text }]),
      ...(run === null ? [] : [' · ', ...phrases('since {at}', { at: { at: firstAt } })]),
      ' · ',
      ...phrases('last {at}', { at: { at: lastAt } }),
    ],
    since: ({ firstAt }) => firstAt,
    stake: ({ undecided, notReleased, dying, dyingBy }) =>
      valueOf(dying) > 0
        ? [
            phrases('<b>{amount} at risk</b>', { amount: amount(dying) }),
            dyingBy === null ? [t('outcome within the hour')] : phrases('outcome by {at}', { at: { at: dyingBy } }),
          ]
        : [
            phrases('<b>{amount} not processed</b>', { amount: amount(sum(undecided, notReleased)) }),
            [t('until you decide')],
          ],
    numbers: ({ undecided, notReleased, dying }) => ({ undecided, notReleased, dying }),
    action: ({ group, causes, newest, run }) =>
      run !== null
        ? { says: t('Open {name}', { name: run.name }), path: `/redrives/${run.redriveId}` }
        : causes === 1 && newest !== null && newest.text !== null
          ? {
              says: t('Open cause'),
              path: `/dead-letters/causes/${encodeURIComponent(newest.fingerprint)}?group=${part(group)}`,
            }
          : { says: t('Open dead letters'), path: `/dead-letters?group=${part(group)}` },
    trend: 'dead',
    signals: ['deaths', 'dead-letters', 'dead-letters-of-cause', 'dead-letter-age', 'deaths-due'],
  },
  'expiring-letters': {
    badge: ['dead', msg('Expiring')],
    fine: msg('No dead letter expires within 24 h'),
    rank: ({ expiring }) => ({ tier: 'messages', weight: valueOf(expiring) }),
    subject: groupOf,
    says: ({ expiring, nextAt }) => {
      const given = { n: valueOf(expiring), letters: count(expiring, 'dead letter') };
      return nextAt === null
        ? phrases('<b>{letters} {n, plural, one {expires} other {expire}} within 24 h</b>.', given)
        : phrases('<b>{letters} {n, plural, one {expires} other {expire}} within 24 h</b>, the first {at}.', {
            ...{ ...given, at: { at: nextAt } },
          });
    },
    more: () => [t('Re-drive or hold them: expired messages are lost.')],
    since: () => null,
    stake: ({ nextAt }) => (nextAt === null ? [[t('within 24 h')], []] : [[{ at: nextAt }], [t('the first is lost')]]),
    numbers: ({ expiring }) => ({ expiring }),
    action: ({ group }) => ({ says: t('Re-drive or hold'), path: `/dead-letters?group=${part(group)}&expires=24h` }),
    trend: 'dead',
    signals: ['expiring-dead-letters'],
  },
  'blocked-keys': {
    badge: ['blocked', msg('Blocked')],
    fine: msg('No key is blocked'),
    rank: ({ behind, keys }) => ({ tier: 'messages', weight: valueOf(behind) + valueOf(keys) }),
    subject: groupOf,
    says: ({ keys, behind, since }) =>
      phrases(
        `<b>{keys} blocked</b>, {messages} {n, plural, one {waits} other {wait}} behind
        {k, plural, one {it} other {them}} since {at}.`,
        {
          ...{ keys: count(keys, 'key'), k: valueOf(keys), messages: count(behind, 'message'), n: valueOf(behind) },
          at: { at: since },
        },
      ),
    more: () => [t('The first message of each key failed, or a client holds it; the others keep their order.')],
    since: ({ since }) => since,
    stake: ({ behind }) => [
      phrases('<b>{amount} behind</b>', { amount: amount(behind) }),
      [t('until the head message is finished')],
    ],
    numbers: ({ keys, behind }) => ({ keys, behind }),
    action: ({ group }) => ({ says: t('Open keys'), path: `${groupPath(group)}/keys` }),
    trend: 'blockedKeys',
    signals: ['blocked-key'],
  },
  'no-consumer': {
    badge: ['dead', msg('No consumer')],
    fine: msg('Every group with messages has a consumer'),
    rank: ({ ready }) => ({ tier: 'messages', weight: valueOf(ready) }),
    subject: groupOf,
    says: ({ ready, since }) => {
      const given = { n: valueOf(ready), messages: count(ready, 'message') };
      return since === null
        ? phrases(
            '<b>no consumer is connected</b>, unknown since when; {messages} {n, plural, one {waits} other {wait}}.',
            given,
          )
        : phrases('<b>no consumer is connected</b> since {at}; {messages} {n, plural, one {waits} other {wait}}.', {
            ...given,
            at: { at: since },
          });
    },
    more: ({ oldestAt }) =>
      oldestAt === null ? [] : phrases('The oldest has been ready since {at}.', { at: { at: oldestAt } }),
    since: ({ since }) => since,
    stake: ({ ready }) => [phrases('<b>{amount} wait</b>', { amount: amount(ready) }), [t('until one connects')]],
    numbers: ({ ready }) => ({ ready }),
    action: ({ group }) => ({ says: t('Open clients'), path: `${groupPath(group)}/clients` }),
    trend: 'backlog',
    signals: ['no-consumer', 'oldest-age', 'backlog', 'lag-growth', 'time-to-drain'],
  },
  'subscriptions-differ': SUBSCRIPTIONS_DIFFER,
  'backlog-grows': {
    badge: ['waiting-retry', msg('Backlog')],
    fine: msg('All backlogs are draining'),
    rank: ({ backlog }) => ({ tier: 'late', weight: valueOf(backlog) }),
    subject: groupOf,
    says: ({ backlog, drain }) =>
      drain.kind === 'growing'
        ? phrases('backlog <b>{amount} and growing {rate}</b>; never drains at this rate.', {
            ...{ amount: amount(backlog), rate: formatRate(drain.perSecond) },
          })
        : phrases('backlog <b>{amount}</b>; never drains at this rate.', { amount: amount(backlog) }),
    more: ({ inPerSecond, outPerSecond, consumers, oldestAt }) => [
      t('In {in}, out {out}', { in: rate(inPerSecond), out: rate(outPerSecond) }),
      ` · ${count(consumers, 'client')} · `,
      ...phrases('oldest since {at}', { at: { at: oldestAt } }),
    ],
    since: ({ oldestAt }) => oldestAt,
    stake: ({ outPerSecond }) => [phrases('<b>never</b>'), [t('at {rate} out', { rate: rate(outPerSecond) })]],
    numbers: ({ backlog, inPerSecond, outPerSecond, consumers }) => ({ backlog, inPerSecond, outPerSecond, consumers }),
    action: ({ group }) => ({ says: t('Open group'), path: groupPath(group) }),
    trend: 'backlog',
    signals: ['backlog', 'oldest-age', 'lag-growth', 'time-to-drain'],
  },
  'retry-amplification': {
    badge: ['waiting-retry', msg('Amplified')],
    fine: msg('Retries are less than half of the load of every group'),
    rank: ({ perMessage }) => ({ tier: 'waste', weight: valueOf(perMessage) }),
    subject: groupOf,
    says: ({ retries, perMessage }) =>
      phrases('<b>{share} of its load is retries</b> ({amount} deliveries per message).', {
        ...{ share: share(retries), amount: amount(perMessage) },
      }),
    more: ({ waiting }) => [
      t('{messages} {n, plural, one {waits} other {wait}} for a retry · last 5 min', {
        ...{ messages: count(waiting, 'message'), n: valueOf(waiting) },
      }),
    ],
    since: () => null,
    stake: ({ perMessage }) => [[{ strong: `× ${amount(perMessage)}` }], [t('deliveries per message')]],
    numbers: ({ perMessage, retries, waiting }) => ({ perMessage, retriesPercent: retries, waiting }),
    action: ({ group }) => ({ says: t('Open retries'), path: `${groupPath(group)}/retries` }),
    actionInCluster: ({ group }) => ({ says: t('Open group'), path: groupPath(group) }),
    trend: 'backlog',
    signals: ['amplification'],
  },
  'stale-client': {
    badge: ['stale', msg('Silent client')],
    fine: msg('Every connected client sends heartbeats'),
    rank: ({ silent }) => ({ tier: 'waste', weight: valueOf(silent) }),
    subject: groupOf,
    says: ({ client, silent, seenAt }) =>
      valueOf(silent) > 1
        ? phrases('<b>{amount} clients are silent</b>, the first since {at}.', {
            ...{ amount: amount(silent), at: { at: seenAt } },
          })
        : phrases('{client} <b>is silent</b> since {at}.', { client: { code: client }, at: { at: seenAt } }),
    more: () => [t('It is connected but sends no heartbeat. Its messages are delivered again when their leases end.')],
    since: ({ seenAt }) => seenAt,
    stake: () => [[t('its leases')], [t('until they end')]],
    numbers: ({ silent }) => ({ silent }),
    action: ({ group }) => ({ says: t('Open clients'), path: `${groupPath(group)}/clients` }),
    trend: 'backlog',
    signals: [],
  },
  'throttled-producers': {
    badge: ['throttled', msg('Throttled')],
    fine: msg('No send is refused'),
    rank: ({ refused }) => ({ tier: 'messages', weight: valueOf(refused) }),
    subject: ({ topic }) => ({ kind: 'topic', name: topic }),
    says: ({ refused, since }) =>
      phrases('<b>{sends} refused</b> by a limit since {at}.', { sends: count(refused, 'send'), at: { at: since } }),
    more: ({ lastAt }) =>
      phrases('Last refusal {at} · producers retry automatically, up to their limit', { at: { at: lastAt } }),
    since: ({ since }) => since,
    stake: ({ lastAt }) => [phrases('<b>refusing now</b>'), phrases('last {at}', { at: { at: lastAt } })],
    numbers: ({ refused }) => ({ refused }),
    action: ({ topic }) => ({ says: t('See who'), path: `/throttling?topic=${part(topic)}` }),
    trend: null,
    signals: ['refused'],
  },
  'redrive-stopped': {
    badge: ['dead', msg('Stopped')],
    fine: msg('No re-drive was stopped by its stop rule'),
    rank: ({ left }) => ({ tier: 'messages', weight: valueOf(left) }),
    subject: ({ name }) => ({ kind: 're-drive', name }),
    says: ({ group, stoppedAt }) =>
      phrases('<b>stopped by its rule</b> {at}, group {group}.', { group, at: { at: stoppedAt } }),
    more: ({ stopped, left }) => [
      `${stopText(stopped)} · `,
      t('{messages} not released', { messages: count(left, 'message') }),
    ],
    since: ({ stoppedAt }) => stoppedAt,
    stake: ({ left }) => [leftOf(left), [t('until you decide')]],
    numbers: ({ left }) => ({ left }),
    action: ({ redriveId }) => ({ says: t('Open re-drive'), path: `/redrives/${redriveId}` }),
    trend: null,
    signals: [],
  },
  'redrive-failing': {
    badge: ['dead', msg('Failing')],
    fine: msg('All running re-drives can release messages'),
    rank: ({ left }) => ({ tier: 'messages', weight: valueOf(left) }),
    subject: ({ name }) => ({ kind: 're-drive', name }),
    says: ({ group, since }) =>
      phrases('<b>cannot release</b> since {at}, group {group}.', { group, at: { at: since } }),
    more: ({ why, left, lastAt }) => [
      `${tell(why)} · ${t('{messages} not released', { messages: count(left, 'message') })} · `,
      ...phrases('last tried {at}', { at: { at: lastAt } }),
    ],
    since: ({ since }) => since,
    stake: ({ left }) => [leftOf(left), [t('retried every 5 s')]],
    numbers: ({ left }) => ({ left }),
    action: ({ redriveId }) => ({ says: t('Open re-drive'), path: `/redrives/${redriveId}` }),
    trend: null,
    signals: [],
  },
  'redirect-stopped': {
    badge: ['dead', msg('Paused')],
    fine: msg('No redirect has paused automatically'),
    rank: ({ left }) => ({ tier: 'messages', weight: valueOf(left) }),
    subject: ({ name }) => ({ kind: 'redirect', name }),
    says: ({ group, topic, stoppedAt }) =>
      phrases('<b>paused automatically</b> {at}: dead letters of {group} no longer go to {topic}.', {
        ...{ group, topic, at: { at: stoppedAt } },
      }),
    more: ({ why, left }) => [
      `${tell(why)} · ${t('{letters} not redirected', { letters: count(left, 'dead letter') })}`,
    ],
    since: ({ stoppedAt }) => stoppedAt,
    stake: ({ left }) => [leftOf(left), [t('until you decide')]],
    numbers: ({ left }) => ({ left }),
    action: ({ group }) => ({ says: t('Open redirects'), path: `/redirects?group=${part(group)}` }),
    trend: null,
    signals: [],
  },
  alarm: {
    badge: ['waiting-retry', msg('Alarm')],
    fine: msg('No other alarm is firing'),
    rank: ({ severity }) => ({
      tier: severity === 'critical' ? 'messages' : severity === 'warning' ? 'late' : 'waste',
      weight: 0,
    }),
    subject: ({ subject }) => subject,
    says: ({ says, firedAt }) => phrases('<b>{alarm}</b>, firing since {at}.', { alarm: says, at: { at: firedAt } }),
    more: ({ amount: number, threshold, others }) => [
      t('{amount}; its rule fires at {threshold} or more', { amount: number, threshold }),
      ...(others === 0
        ? []
        : [' · ', t('{n, plural, one {# other alarm} other {# other alarms}} of the same backlog', { n: others })]),
    ],
    since: ({ firedAt }) => firedAt,
    stake: ({ severity }) => [[t(SEVERITIES[severity])], [t('by its rule')]],
    numbers: () => ({}),
    action: ({ incidentId }) => ({ says: t('Open alarm'), path: `/alarms/${incidentId}` }),
    trend: null,
    signals: [],
  },
};

export const PROBLEM_KINDS = Object.keys(PROBLEM_FACTS) as [ProblemKind, ...ProblemKind[]];
