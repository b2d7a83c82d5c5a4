import { afterEach, expect, test } from 'vitest';
import { speechIn } from '@/lib/language/catalogues';
import { inSentence } from '@/lib/model/language/list';
import { setSpeechOfDocument } from '@/lib/model/language/speech';
import { unreported } from './delivery-cause.model';
import { sdkNamed, sdkOf } from '@/lib/model/group/sdk';

afterEach(() => setSpeechOfDocument({ language: 'en', messages: {} }));

test('a cause that no client reported is not called unknown as well', () => {
  expect(unreported('nack')).toBe('Cause not reported: the client answered failure');
  expect(unreported('of a later release')).toBe('Cause not reported');
  expect(unreported(null)).toBe('Cause not reported');
});

test('an SDK has one name in all reports', () => {
  expect(sdkNamed('node_js 1.0.8')).toBe('Node 1.0.8');
  expect(sdkNamed('java')).toBe('Java');
  setSpeechOfDocument(speechIn('ja'));
  expect(sdkOf({ language: '', version: '' })).toBe('不明');
});

test('a label within a sentence keeps its names', () => {
  expect(inSentence('Messages about to move to the DLQ')).toBe('messages about to move to the DLQ');
  setSpeechOfDocument(speechIn('zh-CN'));
  expect(inSentence('Broker 上缺少分组')).toBe('Broker 上缺少分组');
});
