import { afterEach, describe, expect, it } from 'vitest';
import { speechIn } from '@/lib/language/catalogues';
import { setSpeechOfDocument } from '@/lib/model/language/speech';
import { describeAction, describeDone } from './actions.model';
import { describeChange } from './audit.model';

afterEach(() => setSpeechOfDocument({ language: 'en', messages: {} }));

describe('audit texts', () => {
  it('shows only what changed', () => {
    expect(
      describeChange({
        before: { maxRetries: 14, order: 'ordered' },
        after: { maxRetries: 16, order: 'ordered' },
        counts: null,
      }),
    ).toBe('max retries 14 → 16');
    expect(describeChange({ before: null, after: { role: 'viewer' }, counts: { sessionsEnded: 2 } })).toBe(
      'role viewer · sessions ended 2',
    );
    expect(describeChange({ before: { rights: 'admin' }, after: null, counts: null })).toBe('rights was admin');
    expect(describeChange({ before: 'x', after: [1], counts: 3 })).toBe('');
  });
  it('says values in words, with their units, and counts long lists', () => {
    expect(
      describeChange({
        before: null,
        after: {
          retryPolicy: { type: 'fixed', intervalMs: 3000 },
          consumptionTimeoutMs: 900_000,
          description: '',
          ratePerSecond: null,
          messageIds: ['a', 'b', 'c', 'd'],
          ramp: [{ afterVerdicts: 10, ratePerSecond: 20 }],
          enabled: true,
        },
        counts: { selected: 12_000 },
      }),
    ).toBe(
      'consumption timeout 15 m · enabled yes · retry policy type fixed interval, interval 3 s · message ids 4 · ' +
        'ramp after verdicts 10, rate per second 20 · selected 12,000',
    );
    const pausedAt = '2026-11-30T10:57:47.742Z';
    expect(describeChange({ before: null, after: { pausedAt }, counts: null })).toBe('paused at 2026-11-30 10:57 UTC');
    expect(describeChange({ before: { ratePerSecond: null }, after: { ratePerSecond: 5 }, counts: null })).toBe(
      'rate per second none → 5',
    );
  });
  it('reads actions as words', () => {
    expect(describeAction('group.update')).toBe('changed group');
    expect(describeAction('redrive.start')).toBe('started re-drive');
    expect(describeAction('alarm-channel.delete')).toBe('deleted alarm channel');
    expect(describeAction('team.add-member')).toBe('added a member to team');
    expect(describeAction('session.refuse')).toBe('sign-in refused');
    expect(describeAction('approval.ask')).toBe('requested approval to change');
    expect(describeAction('topic.delete-partly')).toBe('deleted topic on some brokers only');
    expect(describeAction('new-thing.twist')).toBe('new thing twist');
  });
  it('says in a sentence who did it, once', () => {
    expect(describeDone('ana', 'topic.delete-partly', 'orders')).toBe('ana deleted topic orders on some brokers only');
    expect(describeDone('ana', 'practice.start', 'practice incident')).toBe('ana started the practice incident');
  });
  it('names actions and fields in the language of the reader, and values as they are stored', () => {
    const change = { before: { maxRetries: 14 }, after: { maxRetries: 16, newField: 'orders' }, counts: null };
    setSpeechOfDocument(speechIn('zh-CN'));
    expect(describeDone('ana', 'topic.delete-partly', 'orders')).toBe('ana：删除主题（orders）（仅部分 Broker）');
    expect(describeChange(change)).toBe('最大重试次数：14 → 16 · new field：orders');
    setSpeechOfDocument(speechIn('ja'));
    expect(describeAction('group.update')).toBe('グループを変更');
    expect(describeChange(change)).toBe('最大再試行回数 14 → 16 · new field orders');
  });
});
