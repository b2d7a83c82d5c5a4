import { expect, test } from 'vitest';

import { digestOf } from './digest';
import { type AlarmNotice, type NoticeKind, testNotice } from './notice';
import type { Severity } from './rule';

function notice(kind: NoticeKind, severity: Severity, title: string): AlarmNotice {
  return { ...testNotice(new Date(0)), kind, severity, title };
}

test('what began comes before what is over, of each the most severe first; both are counted', () => {
  const digest = digestOf([
    notice('resolved', 'critical', 'over'),
    notice('fired', 'warning', 'b'),
    notice('acknowledged', 'info', 'taken'),
    notice('fired', 'critical', 'a'),
    notice('repeated', 'critical', 'still'),
  ]);
  expect(digest).toMatchObject({
    tone: 'fired',
    title: '5 alarms: 2 fired, 1 still firing, 1 acknowledged, 1 resolved',
    left: 0,
    evidence: '/alarms',
  });
  expect(digest.shown.map(({ title }) => title)).toEqual(['a', 'b', 'still', 'taken', 'over']);
});

test('twenty are named, the rest is counted', () => {
  const all = Array.from({ length: 902 }, (_, at) => notice('resolved', 'info', String(at)));
  const { tone, title, shown, left } = digestOf(all);
  expect({ tone, title, shown: shown.length, left }).toEqual({
    tone: 'resolved',
    title: '902 alarms: 902 resolved',
    shown: 20,
    left: 882,
  });
});

test('the link leads to the alarms of the workspace that all of them are about', () => {
  const of = (workspace: string | null, more: Partial<AlarmNotice> = {}): AlarmNotice => ({
    ...{ ...notice('fired', 'info', 'x'), workspace },
    ...more,
  });
  expect(digestOf([of('eu'), of('eu')]).evidence).toBe('/c/eu/alarms');
  expect(digestOf([of('eu'), of(null)]).evidence).toBe('/alarms');
  const closed = of('eu', { kind: 'resolved', closedWhy: 'detached' });
  expect(digestOf([closed, closed, of('eu', { kind: 'resolved' })])).toMatchObject({
    ...{ tone: 'lost', title: '3 alarms: 2 closed with a detached cluster, 1 resolved', evidence: '/alarms' },
  });
});
