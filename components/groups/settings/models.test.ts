import { describe, expect, test } from 'vitest';
import { changesBetween, rebase } from './changes.model';
import { defaultSettings, draftOf, type GroupDraft, readDraft, withOrder } from './draft.model';
import { lintSettings } from './lint.model';

describe('draft', () => {
  const draft = draftOf(defaultSettings);
  test('settings survive the way through the form', () => {
    for (const retryPolicy of [
      { type: 'stepped' },
      { type: 'fixed', intervalMs: 30_000 },
      { type: 'customized', intervalsMs: [100, 5000, 86_400_000] },
      { type: 'exponential', initialMs: 5000, maxMs: 7_200_000, multiplier: 1.6 },
    ] as const) {
      const settings = { ...defaultSettings, retryPolicy };
      expect(readDraft(draftOf(settings)).settings).toEqual(settings);
    }
  });

  test('0 retries and the longest of everything can be entered', () => {
    expect(readDraft({ ...draft, maxRetries: '0' }).settings).toMatchObject({ maxRetries: 0 });
    expect(readDraft({ ...draft, maxRetries: '1000', timeoutMs: 43_200_000 }).problems).toEqual({});
  });

  test.each([
    [{ maxRetries: '-1' }, 'maxRetries', 'Not below 0'],
    [{ maxRetries: '1001' }, 'maxRetries', '0 to 1000'],
    [{ maxRetries: '' }, 'maxRetries', 'whole number'],
    [{ timeoutMs: null }, 'timeoutMs', '12 h'],
    [{ policyType: 'fixed', intervalMs: 99 }, 'intervalMs', '100 ms'],
    [{ policyType: 'customized', intervals: '10s oops' }, 'intervals', '10s 30s 1m'],
    [{ policyType: 'customized', intervals: '' }, 'intervals', '10s 30s 1m'],
    [{ policyType: 'customized', intervals: '10s 2d' }, 'intervals', '1 d'],
    [{ policyType: 'exponential', initialMs: 10_000, maxMs: 5000 }, 'maxMs', 'Not below the first wait, 10 s'],
    [{ policyType: 'exponential', multiplier: '0.5' }, 'multiplier', '1 to 100'],
  ] satisfies [Partial<GroupDraft>, string, string][])('%j is refused at %s', (change, field, text) => {
    const { settings, problems } = readDraft({ ...draft, ...change });
    expect(settings).toBeNull();
    expect(problems).toEqual({ [field]: expect.stringContaining(text) });
  });

  test('an ordered group waits a fixed interval, 3 s by default', () => {
    expect(readDraft(withOrder(draft, 'ordered', 'embedded')).settings?.retryPolicy).toEqual({
      type: 'fixed',
      intervalMs: 3000,
    });
    expect(readDraft(withOrder(withOrder(draft, 'ordered', 'embedded'), 'concurrent', 'embedded')).settings).toEqual(
      defaultSettings,
    );
  });
});

describe('changes', () => {
  const theirs = { ...defaultSettings, maxRetries: 3 };
  test('named in words; the same policy in another key order is none', () => {
    expect(changesBetween(defaultSettings, theirs)).toEqual([
      { field: 'maxRetries', label: 'Max retries', before: '16', after: '3' },
    ]);
    expect(changesBetween(defaultSettings, { ...defaultSettings, description: 'payments' })).toEqual([
      { field: 'description', label: 'Description', before: 'none', after: 'payments' },
    ]);
    const a = {
      ...defaultSettings,
      retryPolicy: { type: 'exponential', initialMs: 1, maxMs: 2, multiplier: 2 },
    } as const;
    const b = {
      ...defaultSettings,
      retryPolicy: { multiplier: 2, maxMs: 2, initialMs: 1, type: 'exponential' },
    } as const;
    expect(changesBetween(a, b)).toEqual([]);
  });

  test('an ordered group needs the fixed interval, which is said while typing; a cluster stores any', () => {
    const mixed = { ...draftOf(defaultSettings), deliveryOrder: 'ordered' } as const;
    expect(readDraft(mixed)).toEqual({ settings: null, problems: { policyType: expect.stringContaining('Fixed') } });
    expect(readDraft(mixed, false).problems).toEqual({});
  });

  test('mine goes on top of theirs, but for a field that theirs was chosen for', () => {
    const mine = { ...defaultSettings, consumptionTimeoutMs: 60_000 };
    expect(rebase(defaultSettings, mine, theirs)).toEqual({ ...theirs, consumptionTimeoutMs: 60_000 });
    const both = { ...mine, maxRetries: 9 };
    expect(rebase(defaultSettings, both, theirs)).toEqual({ ...both });
    expect(rebase(defaultSettings, both, theirs, new Set(['maxRetries']))).toEqual({ ...both, maxRetries: 3 });
  });
});

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
    expect(of({}, mended)).toMatchObject({ ok: true });
  });
});
