import { test } from 'vitest';

import { expectMadePart, markdownTable } from '../../testing/docs/made-part';
import { ADMIN_CALLS } from './registry';

test('the documentation lists every call that the console can send', async () => {
  const calls = [...new Map(ADMIN_CALLS.map((call) => [call.code, call])).values()];
  const rows = calls
    .toSorted((one, other) => one.code - other.code)
    .map(({ code, name, kind }) => [String(code), `\`${name}\``, kind]);
  const table = markdownTable([['Code', 'Name', 'Kind'], ...rows]);
  await expectMadePart('cluster/rights.md', 'lib/cluster/admin/call-table.test.ts', table);
});
