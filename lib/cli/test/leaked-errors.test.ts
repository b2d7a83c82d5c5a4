import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';

/** A script: the compiler does not read it. */
const script = new URL('leaked-errors.mjs', import.meta.url).href;
const { default: LeakedErrors, leaksOf } = (await import(script)) as {
  default: new () => { onTestRunEnd: (modules: readonly object[], errors: readonly object[]) => void };
  leaksOf: (path: string) => string[];
};

test('an error outside of a test is shown with the test during which it came', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'leaked-')), 'leaked.json');
  vi.stubEnv('REDRIVE_TEST_LEAKED', path);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const message = { name: 'Error', message: 'boom', stack: '' };
  const file = join(process.cwd(), 'lib', 'x.test.ts');
  new LeakedErrors().onTestRunEnd(
    [],
    [{ ...message, type: 'Unhandled Rejection', VITEST_TEST_PATH: file, VITEST_TEST_NAME: 'sends' }, message],
  );
  expect(leaksOf(path)).toEqual([
    '- Unhandled Rejection, during lib/x.test.ts > sends\n    Error: boom',
    '- Error\n    Error: boom',
  ]);
  expect(leaksOf(`${path}.none`)).toEqual([]);
});
