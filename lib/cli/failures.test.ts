import { join } from 'node:path';

import { expect, test } from 'vitest';

/** A script: the compiler does not read it. */
const script = new URL('failures.mjs', import.meta.url).href;
const { failedOutside, failuresOfVitest } = (await import(script)) as {
  failedOutside: (file: object) => boolean;
  failuresOfVitest: (report: { readonly testResults: readonly object[] }) => string[];
};
const passed = { status: 'passed', fullName: 'sends', failureMessages: [] };
const failed = { status: 'failed', fullName: 'receives', failureMessages: ['it was lost'] };
const file = (status: string, message: string, ...assertionResults: object[]) => ({
  ...{ name: join(process.cwd(), 'lib', 'x.test.ts'), status, message, assertionResults },
});

test('a hook that fails after tests that passed is a failure of its file', () => {
  const testResults = [
    file('failed', 'the broker logged an error', passed),
    file('failed', 'no such module'),
    file('failed', '', passed, failed),
    file('passed', '', passed),
  ];
  expect(testResults.map(failedOutside)).toEqual([true, true, false, false]);
  expect(failuresOfVitest({ testResults })).toEqual([
    '- lib/x.test.ts\n    the broker logged an error',
    '- lib/x.test.ts\n    no such module',
    '- lib/x.test.ts > receives\n    it was lost',
  ]);
});
