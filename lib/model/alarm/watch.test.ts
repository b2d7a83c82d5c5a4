import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { WATCH_NAMES, WATCHES } from './watch';

const DOCUMENT = join(import.meta.dirname, '../../../docs/operate/alarms.md');
const BETWEEN = /(?<=<!-- watches -->\n)[^]*(?=<!-- \/watches -->)/;
const WINDOW = { past: 'looks back', ahead: 'looks ahead' };

/** Write it with: npx vitest run --project unit lib/model/alarm/watch.test.ts -u */
test('the table in docs/operate/alarms.md is the one of the watches', async () => {
  const rows = WATCH_NAMES.map((name) => {
    const { says, subject, unit, measures, window, movedByRedrive } = WATCHES[name];
    const cells = [says, `\`${name}\``, subject, measures, unit];
    return [...cells, window === null ? 'none' : WINDOW[window], movedByRedrive ? 'yes' : 'no'].join(' | ');
  });
  const head = ['Watch', 'In the API', 'One value per', 'Value', 'Unit', 'Window', 'Waits during a re-drive'];
  const lines = [head.join(' | '), head.map(() => '---').join(' | '), ...rows].map((row) => `| ${row} |`);
  const table = `\n${lines.join('\n')}\n\n`;
  const text = readFileSync(DOCUMENT, 'utf8');
  expect(text).toMatch(BETWEEN);
  await expect(text.replace(BETWEEN, () => table)).toMatchFileSnapshot(DOCUMENT);
});
