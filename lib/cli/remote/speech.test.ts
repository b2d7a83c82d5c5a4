import { afterEach, expect, test } from 'vitest';

/** A script: the compiler does not read it. */
const { speak, t } = (await import(new URL('./speech.mjs', import.meta.url).href)) as {
  speak: (language: string | null) => void;
  t: (message: string, values: object) => string;
};

afterEach(() => speak('en'));

test.each([
  ['en', '--type must be one of NORMAL, FIFO (got QUICK).'],
  ['zh-CN', '--type 必须是 NORMAL、FIFO 之一（当前为 QUICK）。'],
  ['ja', '--typeはNORMAL、FIFOのいずれかにしてください（指定値：QUICK）。'],
])('a list has the marks of %s', (language, text) => {
  speak(language);
  const given = { flag: 'type', options: ['NORMAL', 'FIFO'], text: 'QUICK' };
  expect(t('--{flag} must be one of {options} (got {text}).', given)).toBe(text);
});
