import { expect, test } from 'vitest';

import type { SecurityView } from '@/lib/console/reads/settings';
import { securityLines } from './security.model';

const safe: SecurityView = {
  database: { role: 'redrive_console', isSuperuser: false, ownsAudit: false },
  ...{ isEmbedded: true, hasSecretKey: true, sendsAnchors: true, requiresAccessKeys: true, isLoopback: false },
};
const bad = (change: Partial<SecurityView>): string[] =>
  securityLines({ ...safe, ...change }).flatMap(({ subject, isGood }) => (isGood ? [] : [subject]));

test('an installation that protects itself has nothing to do', () => {
  expect(bad({})).toEqual([]);
  expect(securityLines(safe).map(({ advice }) => advice)).toEqual([null, null, null, null]);
  expect(bad({ requiresAccessKeys: false, isLoopback: true })).toEqual([]);
});

test.each([
  [{ database: { role: 'redrive', isSuperuser: true, ownsAudit: true } }, 'Database role of the console', 'superuser'],
  [
    { database: { role: 'app', isSuperuser: false, ownsAudit: true } },
    'Database role of the console',
    'owns the tables',
  ],
  [{ hasSecretKey: false }, 'REDRIVE_SECRET_KEY', 'in the same database'],
  [{ sendsAnchors: false }, 'Anchors of the audit log', 'log only'],
  [{ requiresAccessKeys: false }, 'RocketMQ clients', 'any program on the network'],
] as const)('%o: it says what that means and what to do', (change, subject, words) => {
  expect(bad(change)).toEqual([subject]);
  const line = securityLines({ ...safe, ...change }).find(({ isGood }) => !isGood);
  expect(line?.says).toContain(words);
  expect(line?.advice).not.toBeNull();
});
