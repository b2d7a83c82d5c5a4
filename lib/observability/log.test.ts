import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

const SAY = `
  const { createLog } = await import('./lib/observability/log.ts');
  createLog('info').warn({ name: process.env.HOSTILE, error: new Error(process.env.HOSTILE) }, process.env.HOSTILE);
`;

test('a line is one line of JSON in UTC, whatever is in it, and a format in it is text', async () => {
  const hostile = 'a\r\n{"level":60,"msg":"made up"}\u2028\u001b[31m %s %o %j';
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', SAY],
    { env: { ...process.env, HOSTILE: hostile, TZ: 'Asia/Tokyo' } },
  );
  expect(stdout).toBe('');
  expect(stderr.endsWith('\n')).toBe(true);
  for (const character of ['\n', '\r', '\u001b']) expect(stderr.slice(0, -1)).not.toContain(character);
  const line = JSON.parse(stderr) as { level: number; time: string; msg: string; name: string };
  expect(line).toMatchObject({ level: 40, msg: hostile, name: hostile, error: { message: hostile } });
  expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(Math.abs(Date.parse(line.time) - Date.now())).toBeLessThan(60_000);
});

const SAY_THROWN = `
  const { createLog } = await import('./lib/observability/log.ts');
  const log = createLog('info');
  const errors = [new AggregateError([new Error('refused')]), new DOMException('stopped', 'AbortError')];
  const others = [new Event('gone'), {}, { code: 7 }, null, Symbol('x'), 'a text'];
  for (const error of [...errors, ...others]) log.error({ error }, 'failed');
`;

test('whatever was thrown, a line has its type and message', async () => {
  const { stderr } = await promisify(execFile)(process.execPath, [
    ...['--import', 'tsx', '--input-type=module', '-e', SAY_THROWN],
  ]);
  const lines = stderr.trimEnd().split('\n');
  const read = lines.map((line) => (JSON.parse(line) as { error: unknown }).error);
  expect(read).toMatchObject([
    { type: 'AggregateError', aggregateErrors: [{ message: 'refused' }] },
    { type: 'DOMException', message: 'stopped' },
    { type: 'object', message: expect.stringContaining('gone') as string },
    { type: 'object', message: '{}' },
    { type: 'object', message: '{ code: 7 }' },
    { type: 'object', message: 'null' },
    { type: 'symbol', message: 'Symbol(x)' },
    'a text',
  ]);
});

const SAY_BY_CONSOLE = `
  const { createLog } = await import('./lib/observability/log.ts');
  const { logConsoleLines } = await import('./lib/observability/console-lines.ts');
  logConsoleLines(createLog('debug'));
  const error = new TypeError('no form', { cause: new Error('inner') });
  console.error(error);
  console.error('failed: %s', 'x', { a: 1 }, error);
  for (const method of ['warn', 'log', 'info', 'debug']) console[method]('two\\nlines');
  process.emitWarning('too many listeners');
  await new Promise((resolve) => setTimeout(resolve, 20));
`;

test('what libraries print, and warnings of Node, are lines of JSON too', async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    ...['--import', 'tsx', '--input-type=module', '-e', SAY_BY_CONSOLE],
  ]);
  expect(stdout).toBe('');
  const lines = stderr.trimEnd().split('\n');
  const read = lines.map((line) => JSON.parse(line) as { level: number; text?: string; error?: { stack: string } });
  expect(read.map(({ level }) => level)).toEqual([50, 50, 40, 30, 30, 20, 40]);
  expect(read[0]?.error?.stack).toContain('no form');
  expect(read[1]?.text).toBe('failed: x { a: 1 } no form');
  expect(read[2]?.text).toBe('two\nlines');
});
