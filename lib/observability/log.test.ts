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
