import { describe, expect, test } from 'vitest';
import { changesBetween, rebase } from './changes.model';
import { defaultSettings, draftOf, type GroupDraft, readDraft, withOrder } from './draft.model';

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
    [{ maxRetries: '-1' }, 'maxRetries', 'at least 0'],
    [{ maxRetries: '1001' }, 'maxRetries', 'between 0 and 1,000'],
    [{ maxRetries: '' }, 'maxRetries', 'whole number'],
    [{ timeoutMs: null }, 'timeoutMs', '12 h'],
    [{ policyType: 'fixed', intervalMs: 99 }, 'intervalMs', '100 ms'],
    [{ policyType: 'customized', intervals: '10s oops' }, 'intervals', '10s 30s 1m'],
    [{ policyType: 'customized', intervals: '' }, 'intervals', '10s 30s 1m'],
    [{ policyType: 'customized', intervals: '10s 2d' }, 'intervals', '1 d'],
    [{ policyType: 'exponential', initialMs: 10_000, maxMs: 5000 }, 'maxMs', 'at least the first interval, 10 s'],
    [{ policyType: 'exponential', multiplier: '0.5' }, 'multiplier', 'between 1 and 100'],
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
