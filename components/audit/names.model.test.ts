import { afterEach, expect, test } from 'vitest';
import { speechIn } from '@/lib/language/catalogues';
import { setSpeechOfDocument } from '@/lib/model/language/speech';
import { limitWords } from '@/components/throttling/throttling.model';
import { actorName, targetName } from './names.model';

afterEach(() => setSpeechOfDocument({ language: 'en', messages: {} }));

test("parts of the product and its settings have names in the reader's language, people and groups their own", () => {
  setSpeechOfDocument(speechIn('ja'));
  expect(actorName({ actor: 'stop rule', actorKind: 'system' })).toBe('停止ルール');
  expect(actorName({ actor: 'stop rule', actorKind: 'token' })).toBe('stop rule');
  expect(actorName({ actor: 'redirect SR-1', actorKind: 'system' })).toBe('redirect SR-1');
  expect(targetName('setting.update', 'approvals')).toBe('承認');
  expect(targetName('group.update', 'approvals')).toBe('approvals');
  expect(targetName('practice.start', 'practice incident')).toBe('障害演習');
  expect(targetName('limit.create', 'send-rate of topic orders')).toBe(limitWords('send-rate', 'topic', 'orders'));
  expect(targetName('limit.create', 'send-rate of topic orders')).not.toContain('of topic');
  expect(targetName('limit.create', 'send-rate of the broker')).toBe(limitWords('send-rate', 'broker', ''));
  expect(targetName('alarm-rule.create', 'deaths of every group')).toBe('新しいデッドレター（すべてのグループ）');
  expect(targetName('alarm-rule.create', 'deaths of billing')).toBe('新しいデッドレター（billing）');
  expect(targetName('group.create', 'deaths of billing')).toBe('deaths of billing');
});
