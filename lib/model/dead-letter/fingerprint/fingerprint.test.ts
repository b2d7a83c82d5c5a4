import { describe, expect, test } from 'vitest';

import { fingerprintOf } from './fingerprint';
import { stackKinds } from '../../../testing/failures/stacks';
import { textKinds } from '../../../testing/failures/texts';

const causes = [...textKinds, ...stackKinds].map(({ name, failures }) => ({
  name,
  prints: failures.map((failure) => ({ failure, ...fingerprintOf(failure) })),
}));

test('the table has at least 80 texts', () => {
  expect(causes.flatMap(({ prints }) => prints).length).toBeGreaterThanOrEqual(80);
});

describe('one cause, one fingerprint', () => {
  test.each(causes)('$name', ({ prints }) => {
    expect([
      ...new Set(
        prints.map(
          ({ errorType, text, topFrame, fingerprint }) => `${fingerprint} ${errorType}: ${text} @ ${topFrame ?? ''}`,
        ),
      ),
    ]).toHaveLength(1);
  });
});

test('two causes, two fingerprints', () => {
  const owners = new Map<string, string>();
  const clashes: string[] = [];
  for (const { name, prints } of causes) {
    const [first] = prints;
    if (first === undefined) continue;
    const owner = owners.get(first.fingerprint);
    if (owner !== undefined) clashes.push(`${owner} = ${name}: ${first.errorType}: ${first.text}`);
    owners.set(first.fingerprint, name);
  }
  expect(clashes).toEqual([]);
});

const HOSTILE: readonly (readonly [string, string])[] = [
  'a',
  '1',
  '"',
  "'",
  '\\',
  '"\\',
  '{"',
  '[{',
  '(',
  ' ',
  '\n',
  ':',
  '1:',
  '::',
  'a:',
  'a.',
  '1.',
  'a@',
  '@a.',
  '0x',
  '-',
  '%',
  'http://',
  ' at ',
  '\n    at ',
  'at a (',
  'Caused by: ',
  '\nCaused by: a',
  '---> ',
  '\n  File "',
  '#1 ',
  'é',
  '\u{1F600}',
  '1-',
  'A1',
  '2026-',
  '{n}',
  'Jan 1',
  '=(',
  'a1b2',
  '"message":"',
  '"path":[',
  '{"message":',
  '\n\tat a.b(',
  ',1',
  ' and 1',
].map((part) => [JSON.stringify(part), part] as const);

test.each(HOSTILE)('64 KB of %s take bounded time', (_, part) => {
  const text = part.repeat(Math.ceil(65_536 / part.length));
  // The best of three: a busy machine interrupts one. What backtracks takes many seconds.
  const took = [1, 2, 3].map(() => {
    const startedAt = performance.now();
    fingerprintOf({ errorType: text.slice(0, 200), message: text, stack: text });
    return performance.now() - startedAt;
  });
  expect(Math.min(...took)).toBeLessThan(500);
});
