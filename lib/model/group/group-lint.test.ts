import { describe, expect, test } from 'vitest';
import { lintSettings } from './group-lint';
import { defaultGroupSettings } from './group-settings';

const defaultSettings = defaultGroupSettings('concurrent');

describe('lint', () => {
  const bad = (settings: Partial<typeof defaultSettings>): string[] =>
    lintSettings({ ...defaultSettings, ...settings })
      .filter(({ ok }) => !ok)
      .map(({ id }) => id);
  test('the defaults are fine', () => expect(bad({})).toEqual([]));
  test.each([
    [{ maxRetries: 0 }, ['rescue']],
    [{ maxRetries: 0, deliveryOrder: 'ordered' as const }, ['rescue']],
    [{ deliveryOrder: 'ordered' as const, retryPolicy: { type: 'fixed', intervalMs: 3000 } as const }, ['rescue']],
    [{ maxRetries: 1000 }, ['life']],
    [{ maxRetries: 100, retryPolicy: { type: 'fixed', intervalMs: 1000 } as const }, ['storm']],
    [{ maxRetries: 2, retryPolicy: { type: 'fixed', intervalMs: 1000 } as const }, ['rescue']],
    [
      {
        deliveryOrder: 'ordered' as const,
        maxRetries: 60,
        retryPolicy: { type: 'fixed', intervalMs: 30_000 } as const,
      },
      ['blocking'],
    ],
    [{ consumptionTimeoutMs: 3_600_000 }, ['timeout']],
  ])('%j warns of %j', (settings, expected) => expect(bad(settings)).toEqual(expected));
  test('checks are never all passed while a change loses messages sooner', () => {
    const findings = lintSettings(defaultSettings, null, ['340 messages would move to the DLQ.']);
    expect(findings[0]).toMatchObject({ ok: false, text: '340 messages would move to the DLQ.' });
  });
  test('20 short waits are not a storm, 21 are; what is wrong comes first', () => {
    const retryPolicy = { type: 'fixed', intervalMs: 9000 } as const;
    expect(bad({ maxRetries: 20, retryPolicy })).toEqual([]);
    expect(bad({ maxRetries: 21, retryPolicy })).toEqual(['storm']);
    expect(lintSettings({ ...defaultSettings, consumptionTimeoutMs: 3_600_000 })[0]).toMatchObject({ id: 'timeout' });
  });

  const fine = { reported: 100, throttled: 49, p99Ms: 899_999, hasAlarm: true, keepMs: 72 * 3_600_000 };
  const warnings = (facts: Partial<typeof fine> | { p99Ms: null } | { keepMs: null }): string[] =>
    lintSettings(defaultSettings, { ...fine, ...facts })
      .filter(({ ok }) => !ok)
      .map(({ id }) => id);
  test.each([
    [{}, []],
    [{ throttled: 50 }, ['throttle']],
    [{ reported: 9, throttled: 9 }, []],
    [{ p99Ms: 900_000 }, ['p99']],
    [{ p99Ms: null }, []],
    [{ keepMs: 72 * 3_600_000 - 1 }, ['weekend']],
    [{ keepMs: null }, []],
    [{ hasAlarm: false }, ['alarm']],
  ])('what happened lately, %j, warns of %j', (facts, expected) => expect(warnings(facts)).toEqual(expected));

  const ordered = {
    ...defaultSettings,
    ...{ deliveryOrder: 'ordered' as const, retryPolicy: { type: 'fixed', intervalMs: 30_000 } as const },
  };
  test.each([
    ['retries used as a rate limiter', 'throttle', defaultSettings, { throttled: 50 }, {}],
    ['a timeout below the p99 of processing', 'p99', defaultSettings, { p99Ms: 900_000 }, {}],
    ['an ordered key that is blocked for long', 'blocking', { ...ordered, maxRetries: 21 }, {}, { maxRetries: 20 }],
    ['letters that expire before the weekend ends', 'weekend', defaultSettings, { keepMs: 71 * 3_600_000 }, {}],
    ['no alarm', 'alarm', defaultSettings, { hasAlarm: false }, {}],
  ])('%s: warned of with the sentence of the documentation, and not without cause', (_, id, settings, bent, mended) => {
    const of = (facts: Partial<typeof fine>, change: object) =>
      lintSettings({ ...settings, ...change }, { ...fine, ...facts }).find((finding) => finding.id === id);
    expect(of(bent, {})).toMatchObject({
      ok: false,
      source: { quote: expect.stringMatching(/\.$/) as string, url: expect.stringMatching(/^https:/) as string },
    });
    expect(of({}, mended)).toMatchObject({ ok: true, source: { url: expect.stringMatching(/^https:/) as string } });
  });
});
