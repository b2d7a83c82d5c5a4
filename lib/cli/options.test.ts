import { expect, test } from 'vitest';

/** Scripts: the compiler does not read them. */
const [options, keys] = ['options.mjs', 'demo/keys.mjs'].map((name) => new URL(name, import.meta.url).href);
const { readOptions } = (await import(options ?? '')) as {
  readOptions: (command: string, known: object, given: object) => Record<string, unknown>;
};
const { readScript } = (await import(keys ?? '')) as {
  readScript: (text: string, keys: readonly string[]) => readonly (number | string)[];
};

const DEMO = { minutes: 'value', once: 'flag' } as const;
const read = (argv: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  readOptions('npm run demo', DEMO, { argv, env });

test('options of a command', () => {
  expect(read(['--minutes', '8', '--once'])).toEqual({ minutes: '8', once: true });
  expect(read([])).toEqual({});
  expect(() => read(['--minute', '8'])).toThrow(
    'npm run demo does not know "--minute". Its options: --minutes …, --once.',
  );
  expect(() => read(['--minutes'])).toThrow('--minutes needs a value.');
});

test.each([
  // npm run demo --minutes 8: npm takes the name as its own option, and passes the number on.
  [['8'], { npm_config_minutes: 'true' }, 'npm run demo -- --minutes 8'],
  [[], { npm_config_minutes: '8' }, 'npm run demo -- --minutes 8'],
  [[], { npm_config_once: 'true' }, 'npm run demo -- --once'],
])('an option that npm kept: %j %j', (argv, env, command) => {
  expect(() => read(argv, env as Record<string, string>)).toThrow(`Write two dashes before it: ${command}`);
});

test('a script of waits and keys', () => {
  expect(readScript(' 60s f  2m q ', ['f', 'b'])).toEqual([60_000, 'f', 120_000, 'q']);
  expect(() => readScript('60s x', ['f', 'b'])).toThrow(/--script has "x": it takes waits .* the keys f, b, q/);
});
