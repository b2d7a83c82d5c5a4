import { afterEach, describe, expect, it, test } from 'vitest';
import { AUDIT_PARTS, type Parts, QUEUE_KEY } from '@/lib/broker/audit/parts';
import { speechIn } from '@/lib/language/catalogues';
import { setSpeechOfDocument } from '@/lib/model/language/speech';
import { toText } from '@/lib/model/problem/phrase';
import { describeAction, describeDone } from './actions.model';
import { describeChange } from './audit.model';
import { fieldLabel } from './fields.model';

const described = (change: Parameters<typeof describeChange>[0]): string => toText(describeChange(change));

afterEach(() => setSpeechOfDocument({ language: 'en', messages: {} }));

describe('audit texts', () => {
  it('shows only what changed', () => {
    expect(
      described({
        before: { maxRetries: 14, order: 'ordered' },
        after: { maxRetries: 16, order: 'ordered' },
        counts: null,
      }),
    ).toBe('max retries 14 → 16');
    expect(described({ before: null, after: { role: 'viewer' }, counts: { sessionsEnded: 2 } })).toBe(
      'role viewer · sessions ended 2',
    );
    expect(described({ before: { rights: 'admin' }, after: null, counts: null })).toBe('rights was admin');
    expect(described({ before: 'x', after: [1], counts: 3 })).toBe('');
  });
  it('says values in words, with their units, and counts long lists', () => {
    expect(
      described({
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
    expect(described({ before: null, after: { pausedAt }, counts: null })).toBe('paused at 2026-11-30 10:57 UTC');
    const since = `before the reset of ${pausedAt}`;
    expect(describeChange({ before: null, after: { topic: 'orders', since }, counts: null })).toEqual([
      ...['topic orders · since before the reset of ', { at: pausedAt }],
    ]);
    expect(
      described({ before: null, after: { afterSeconds: 90, expiresInDays: 30, schemaBytes: 512 }, counts: null }),
    ).toBe('switch after 1 m 30 s · expires in 30 d · schema 512 bytes');
    expect(described({ before: { ratePerSecond: null }, after: { ratePerSecond: 5 }, counts: null })).toBe(
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
  it('names actions, fields and words in the language of the reader, and other values as they are stored', () => {
    const change = { before: { maxRetries: 14 }, after: { maxRetries: 16, newField: 'orders' }, counts: null };
    setSpeechOfDocument(speechIn('zh-CN'));
    expect(describeDone('ana', 'topic.delete-partly', 'orders')).toBe('ana：删除主题（orders）（仅部分 Broker）');
    expect(described(change)).toBe('最大重试次数：14 → 16 · new field：orders');
    const approved = { approval: 'AP-3', operation: 'startRedrive', askedBy: 'ana' };
    expect(described({ before: { state: 'running' }, after: { state: 'paused' }, counts: null })).toBe(
      '状态：进行中 → 已暂停',
    );
    expect(described({ before: null, after: approved, counts: { messages: 'unknown' } })).toBe(
      '审批：AP-3 · 操作：重投 · 申请人：ana · 涉及的消息数：未知',
    );
    expect(
      described({ before: null, after: { watch: 'deaths', onUnknown: 'fire', forMs: 60_000 }, counts: null }),
    ).toBe('监控项：新增死信 · 值未知时：触发 · 持续多久后触发：1 分钟');
    setSpeechOfDocument(speechIn('ja'));
    expect(describeAction('group.update')).toBe('グループを変更');
    expect(described(change)).toBe('最大再試行回数：14 → 16 · new field：orders');
  });
});

test('each field of a record that teams may read has its name in every language', () => {
  const fieldsOf = (parts: Parts): string[] =>
    Object.entries(parts).flatMap(([name, part]) => [name, ...(typeof part === 'object' ? fieldsOf(part) : [])]);
  const names = new Set(
    Object.values(AUDIT_PARTS).flatMap(({ values, counts }) => [...fieldsOf(values), ...fieldsOf(counts)]),
  );
  names.delete(QUEUE_KEY);
  const inEnglish = new Map([...names].map((name) => [name, fieldLabel(name)]));
  setSpeechOfDocument(speechIn('zh-CN'));
  expect([...names].filter((name) => fieldLabel(name) === inEnglish.get(name))).toEqual([]);
});
