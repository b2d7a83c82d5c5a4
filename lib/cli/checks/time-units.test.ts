import { expect, test } from 'vitest';

/** A script: the compiler does not read it. */
const script = new URL('time-units.mjs', import.meta.url).href;
const { mixedUnits, run } = (await import(script)) as {
  mixedUnits: (text: string) => { line: number; why: string }[];
  run: () => Promise<string[]>;
};

test.each([
  ["now() - $keepMs * interval '1 s'", 'uses keepMs, in ms, as s'],
  ["now() - p_keep_ms * interval '1 minute'", 'uses p_keep_ms, in ms, as min'],
  ["now() - ($withinMs - $keepMs::float8) * interval '1 second'", 'uses withinMs, in ms, as s'],
  ["now() - ${LEASE_MS} * interval '1 s'", 'uses LEASE_MS, in ms, as s'],
  ["p_invisible_ms[d.receiver] * interval '1 s'", 'uses p_invisible_ms, in ms, as s'],
  ["interval '1 second' * $keepMs", 'uses keepMs, in ms, as s'],
  ["$gapS * interval '1 ms'", 'uses gapS, in s, as ms'],
  ["$minutes::int * interval '1 ms'", 'uses minutes, in min, as ms'],
  ['make_interval(secs => $leaseMs)', 'uses leaseMs, in ms, as s'],
  ['make_interval(mins => $validHours)', 'uses validHours, in h, as min'],
  ['make_interval(0, 0, 0, 0, 0, 0, $1)', 'calls make_interval without the name of its argument'],
  ['extract(epoch FROM t.now - s.since)::float8 AS "silentMs"', 'takes an epoch, in s, for silentMs'],
  ['(extract(epoch FROM t.now - s.since) * 1000)::int AS age_s', 'takes an epoch, in ms, for age_s'],
  ['floor(extract(epoch FROM f.at - $from) / $stepMs)', 'takes an epoch, in s, for $stepMs'],
  ['extract(epoch FROM f.at - $from) > p_keep_ms', 'takes an epoch, in s, for p_keep_ms'],
  ['hold({ leaseMs: LEASE_SECONDS });', 'gives LEASE_SECONDS, in s, to leaseMs'],
  ['topic_hold(p_lease_ms => p_lease_minutes)', 'gives p_lease_minutes, in min, to p_lease_ms'],
])('%s', (text, why) => {
  expect(mixedUnits(`\n${text}`)).toContainEqual({ line: 2, why });
});

test.each([
  "now() - $keepMs * interval '1 ms'",
  "($withinMs - $keepMs::float8) * interval '1 ms'",
  "greatest(t.fifth, ${CATCH_UP_MS} * 1000) * interval '1 us'",
  "$steps * $stepMs * interval '1 ms'",
  "a.at > t.now - $keepMs * interval '1 ms' AND b.at < t.now - $gapS * interval '1 s'",
  'make_interval(secs => $keepMs / 1000.0)',
  'make_interval(mins => $accountMinutes)',
  'make_interval(secs => p_hold_s)',
  '(extract(epoch FROM t.now - s.since) * 1000)::float8 AS "silentMs"',
  'extract(epoch FROM t.now - s.since) AS seconds, 1 AS "otherMs"',
  'floor(extract(epoch FROM f.at - $from) * 1000 / $stepMs)',
  'extract(epoch FROM f.now - f.at) * 1000000 * f.rate',
  'hold({ leaseMs: LEASE_MS, keepMs: hours * 3_600_000 });',
])('is of one unit: %s', (text) => {
  expect(mixedUnits(text)).toEqual([]);
});

test('so is all that there is', async () => {
  expect(await run()).toEqual([]);
});
