import { afterEach, expect, test } from 'vitest';

import { keyOf, setSpeechOfDocument } from '../model/language/speech';
import { retellTroubles, tellTrouble, troubleOf } from './database-trouble';

afterEach(() => setSpeechOfDocument({ language: 'en', messages: {} }));

const coded = (code: string, message = 'x'): Error => Object.assign(new Error(message), { code });

test.each([
  ['disk-full', coded('53100')],
  ['read-only', coded('25006')],
  ['too-many-connections', coded('53300')],
  ['out-of-memory', coded('53200')],
  ['shutting-down', coded('57P01')],
  ['shutting-down', coded('57P02')],
  ['recovering', coded('57P03')],
  ['unreachable', coded('ECONNREFUSED')],
  ['unreachable', new Error('Connection terminated unexpectedly')],
  ['unreachable', new Error('Connection terminated due to connection timeout')],
  ['connections-busy', new Error('timeout exceeded when trying to connect')],
  ['disk-full', new Error('the batch failed', { cause: coded('53100') })],
])('%s: %s', (kind, error) => {
  expect(troubleOf(error)?.kind).toBe(kind);
});

test.each([coded('23505'), coded('57014'), coded('40001'), new Error('no queue 3'), 'text', null])(
  'one statement says nothing of the database: %s',
  (error) => {
    expect(troubleOf(error)).toBeNull();
  },
);

test('a reader is told in his language, with the code as it is', () => {
  const trouble = troubleOf(coded('53100'));
  if (trouble === null) throw new Error('no trouble');
  expect(tellTrouble(trouble)).toBe('The disk of the database is full (53100)');
  setSpeechOfDocument({
    language: 'zh-CN',
    messages: { [keyOf('the disk of the database is full')]: '数据库磁盘已满' },
  });
  expect(tellTrouble(trouble)).toBe('数据库磁盘已满 (53100)');
  expect(retellTroubles(`${trouble.says}: could not extend file`)).toBe(
    '数据库磁盘已满 (53100): could not extend file',
  );
});
