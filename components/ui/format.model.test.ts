import { describe, expect, it } from 'vitest';
import { formatDuration, formatDurationList, parseDuration, parseDurationList } from './duration.model';
import { formatAxis, formatBytes, formatCount, plural } from './number.model';
import { readPreferences } from './preferences.model';
import { formatCountdown, formatRelative, formatTime } from './time.model';

const now = Date.parse('2026-11-21T03:24:10.250Z');

describe('durations', () => {
  it.each([
    [0, '0 s'],
    [0.4, '1 ms'],
    [250, '250 ms'],
    [1_400, '1.4 s'],
    [5_000, '5 s'],
    [9_999, '10 s'],
    [65_000, '1 m 5 s'],
    [17_140_000, '4 h 45 m 40 s'],
    [7_200_000, '2 h'],
    [90_000_000, '1 d 1 h'],
    [3_605_000, '1 h 5 s'],
    [-5_000, '-5 s'],
    [Infinity, 'unlimited'],
  ])('prints %d ms as %s', (ms, text) => expect(formatDuration(ms)).toBe(text));

  it('limits the units shown', () => expect(formatDuration(255_600_000 + 61_000, 2)).toBe('2 d 23 h'));

  it.each([
    ['10s', 10_000],
    ['90', 90_000],
    ['1.5', 1_500],
    ['1h 30m', 5_400_000],
    ['1h30m', 5_400_000],
    ['500ms', 500],
    ['2 min', 120_000],
    [' 2 D ', 172_800_000],
    ['', null],
    ['ten', null],
    ['10x', null],
    ['10s x', null],
    ['-5s', null],
  ])('reads %j', (text, ms) => expect(parseDuration(text)).toBe(ms));

  it('reads back the list it prints', () => {
    const steps = [10_000, 30_000, 60_000, 3_600_000, 5_400_000, 500];
    expect(parseDurationList(formatDurationList(steps))).toEqual(steps);
    expect(parseDurationList('10s, 30s;1m')).toEqual([10_000, 30_000, 60_000]);
    expect(parseDurationList('10s soon')).toBeNull();
  });
});

describe('times', () => {
  const at = '2026-11-20T23:38:09.207Z';
  it('shortens what is on the same day only', () => {
    expect(formatTime('2026-11-21T03:22:58Z', 'UTC', 'auto', now)).toBe('03:22:58');
    expect(formatTime(at, 'UTC', 'auto', now)).toBe('20 Nov 23:38:09');
    expect(formatTime('2025-09-01T00:00:00Z', 'UTC', 'auto', now)).toBe('1 Sep 2025 00:00:00');
  });
  it('follows the zone, day included', () => {
    expect(formatTime(at, 'Europe/Berlin', 'auto', now)).toBe('00:38:09');
    expect(formatTime(at, 'UTC', 'full', now)).toBe('20 Nov 2026 23:38:09.207 UTC');
  });
  it.each(['auto', 'clock', 'day-clock', 'day', 'full'] as const)('says of UTC what Intl says, %s', (style) => {
    const moments = [
      '2026-11-21T03:04:05.006Z',
      '2026-01-01T00:00:00Z',
      '2024-02-29T23:59:59.999Z',
      '1999-09-30T12:00:00.5Z',
    ];
    for (const moment of moments)
      expect(formatTime(moment, 'UTC', style, now)).toBe(formatTime(moment, 'Etc/UTC', style, now));
  });

  it('says unknown for what is no time', () => expect(formatTime('soon', 'UTC', 'auto', now)).toBe('unknown time'));
  it('tells distance and countdown', () => {
    expect(formatRelative('2026-11-21T03:24:06Z', now)).toBe('4 s ago');
    expect(formatRelative('2026-11-21T03:24:10Z', now)).toBe('just now');
    expect(formatRelative('2026-11-21T03:24:10.500Z', now)).toBe('just now');
    expect(formatRelative('2026-11-24T02:24:10Z', now)).toBe('in 2 d 23 h');
    expect(formatCountdown('2026-11-21T03:25:08Z', now)).toBe('58 s');
    expect(formatCountdown('2026-11-21T03:24:09Z', now)).toBe('due');
  });
});

describe('numbers', () => {
  it('groups digits and keeps integers beyond 2^53 exact', () => {
    expect(formatCount(184_220)).toBe('184,220');
    expect(formatCount('9007199254740993')).toBe('9,007,199,254,740,993');
    expect(formatCount('n/a')).toBe('n/a');
  });
  it('prints sizes and plurals', () => {
    expect([formatBytes(214), formatBytes(12_340), formatBytes(4_000_000)]).toEqual(['214 B', '12.3 kB', '4 MB']);
    expect([plural(1, 'message'), plural(0, 'message'), plural(2, 'entry', 'entries')]).toEqual([
      '1 message',
      '0 messages',
      '2 entries',
    ]);
  });
});

describe('preferences', () => {
  const read = (jar: Record<string, string>) => readPreferences((name) => jar[name]);
  it('reads what it wrote and distrusts the rest', () => {
    expect(read({ 'redrive-theme': 'dark', 'redrive-zone': 'Europe%2FBerlin', 'redrive-density': 'compact' })).toEqual({
      theme: 'dark',
      density: 'compact',
      zoneMode: 'local',
      timeZone: 'Europe/Berlin',
    });
    expect(read({ 'redrive-theme': '"><script>', 'redrive-zone': '%E0%A4%A', 'redrive-density': 'x' })).toEqual({
      theme: 'system',
      density: 'normal',
      zoneMode: 'utc',
      timeZone: 'UTC',
    });
    expect(read({ 'redrive-zone': 'Mars/Olympus' }).timeZone).toBe('UTC');
  });
});

it.each([
  [0, '0'],
  [0.25, '0.3'],
  [9_999, '9999'],
  [150_000, '150K'],
  [2_340_000, '2.3M'],
])('%d beside an axis is %s', (value, text) => {
  expect(formatAxis(value)).toBe(text);
});
