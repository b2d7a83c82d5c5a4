import { expect, test } from 'vitest';

import type { AlarmIncident } from './incident';
import { speechIn } from '../../language/catalogues';
import { inSpeech } from '../language/speech';
import { told } from '../language/t';
import { type AlarmNotice, detachedNotice, noticeOf, noticeTitle, pagePathOf, testNotice, toneOf } from './notice';

const INCIDENT: AlarmIncident = {
  ...{
    incidentId: 7,
    ruleId: 1,
    watch: 'backlog',
    subject: 'billing',
    severity: 'critical',
    threshold: 5,
    windowMs: 0,
  },
  ...{ firedAt: new Date(1_700_000_000_000), becauseUnknown: false, value: 9, peak: 9, told: true },
  ...{ acknowledgedBy: null, acknowledgedAt: null, resolvedAt: null, resolvedWhy: null, redriveId: null },
  remaining: null,
  became: null,
};

test('an alarm on new dead letters that is quiet says what keeps it open', () => {
  const quiet: AlarmIncident = { ...INCIDENT, watch: 'deaths', value: 0, remaining: 21_000 };
  expect(noticeOf('repeated', quiet).title).toBe(
    'Still firing: New dead letters, group billing: 0 messages (rule: 5 messages); 21,000 dead letters are not handled yet',
  );
  expect(noticeOf('fired', { ...quiet, value: 9 }).title).toBe(
    'New dead letters, group billing: 9 messages (rule: 5 messages)',
  );
});

test('the end of an alarm about dead letters says by what; what expired is lost, and looks so', () => {
  const became = { consumed: 400, discarded: 3, discardedBy: ['ana'], accepted: 2, acceptedBy: ['po'] };
  const over: AlarmIncident = {
    ...{ ...INCIDENT, watch: 'dead-letters', resolvedAt: new Date(1_700_000_900_000), resolvedWhy: 'dealt-with' },
    ...{ became: { ...became, expired: 0, elsewhere: 0 }, remaining: 0 },
  };
  expect(noticeOf('resolved', over).title).toBe(
    'Resolved: Dead letters present, group billing: consumed 400, discarded 3 by ana, accepted 2 by po',
  );
  expect(toneOf(noticeOf('resolved', over))).toBe('resolved');
  const lost: AlarmIncident = { ...over, resolvedWhy: 'expired', became: { ...became, expired: 7, elsewhere: 0 } };
  expect(noticeOf('resolved', lost).title).toMatch(/^Lost: 7 expired: .*, expired 7$/);
  expect(toneOf(noticeOf('resolved', lost))).toBe('lost');
  const quiet: AlarmIncident = { ...over, resolvedWhy: 'cleared', remaining: 21_000 };
  expect(noticeOf('resolved', quiet).title).toMatch(/; 21,000 dead letters remain$/);
});

test('a notification leads to the page of its alarm, also one that a release before queued', () => {
  expect(pagePathOf(noticeOf('fired', INCIDENT))).toBe('/alarms/7');
  expect(pagePathOf(testNotice(new Date(0)))).toBe('/alarms/channels');
});

test('an alarm about one cause names the group and the cause apart', () => {
  const ofCause: AlarmIncident = { ...INCIDENT, watch: 'dead-letters-of-cause', subject: 'billing 3fa9' };
  expect(noticeOf('fired', ofCause, 'Timeout: no answer')).toMatchObject({
    ...{ subject: 'billing', cause: '3fa9', evidence: '/dead-letters/causes/3fa9?group=billing' },
    title: 'Dead letters of one cause, group billing: 9 messages (rule: 5 messages): Timeout: no answer',
  });
});

test('one key from the beginning of an alarm to its end, and another one than that of another broker', () => {
  const { key } = noticeOf('fired', INCIDENT);
  const over = { ...INCIDENT, resolvedAt: new Date(1_700_000_900_000), resolvedWhy: 'cleared' as const, value: 0 };
  expect([noticeOf('repeated', INCIDENT).key, noticeOf('resolved', over).key]).toEqual([key, key]);
  expect(noticeOf('fired', { ...INCIDENT, firedAt: new Date(1_700_000_000_001) }).key).not.toBe(key);
  expect(noticeOf('fired', { ...INCIDENT, incidentId: 8 }).key).not.toBe(key);
  expect(key).toMatch(/^[\w-]{1,64}$/);
});

test('the title says what is wrong where the number alone does not', () => {
  const unwell = { ...INCIDENT, watch: 'broker-health' as const, subject: 'broker', threshold: 60, value: 80 };
  expect(noticeOf('fired', unwell, 'the disk of the database is full (53100)').title).toMatch(
    /^Broker unhealthy: .*: the disk of the database is full \(53100\)$/,
  );
});

test('the end of an alarm with its cluster says that nothing is over, and leads to who did it', () => {
  const at = new Date(1_700_000_900_000);
  const closed = detachedNotice({ ...INCIDENT, redriveId: 12 }, 'eu', at);
  expect(closed).toMatchObject({
    ...{ kind: 'resolved', key: noticeOf('fired', INCIDENT).key, resolvedAt: at.toISOString(), closedWhy: 'detached' },
    title: 'eu: Closed, not resolved: Ready messages, group billing (cluster detached)',
  });
  expect(toneOf(closed)).toBe('lost');
  expect(pagePathOf(closed)).toBe('/audit?action=cluster.detach&target=eu');
});

test('a queued notification is said in the language of its channel; one of an older release as it was queued', () => {
  const inChinese = (given: Parameters<typeof noticeTitle>[0]): string =>
    inSpeech(speechIn('zh-CN'), () => noticeTitle(given));
  const queued = JSON.parse(JSON.stringify(noticeOf('repeated', INCIDENT, 'disk full', 'eu'))) as ReturnType<
    typeof noticeOf
  >;
  expect(queued.title).toBe(
    'eu: Still firing: Ready messages, group billing: 9 messages (rule: 5 messages): disk full',
  );
  expect(noticeTitle(queued)).toBe(queued.title);
  expect(inChinese(queued)).toBe('eu：仍在触发：已就绪消息，分组 billing：9 条消息（阈值：5 条消息）：disk full');
  const why = told('queue {queue} of {topic} on {broker}', { queue: '0', topic: 'orders', broker: 'broker-a' });
  const still = JSON.parse(JSON.stringify(noticeOf('fired', INCIDENT, why))) as AlarmNotice;
  expect(still.title).toMatch(/: queue 0 of orders on broker-a$/);
  expect(inChinese(still)).toMatch(/：broker-a 上 orders 的队列 0$/);
  expect(inChinese(detachedNotice(INCIDENT, 'eu', new Date(0)))).toMatch(/^eu：已关闭，未恢复：/);
  const { resolvedWhy: _, ...old } = queued;
  expect(inChinese(old)).toBe(queued.title);
});
