import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { PROBLEM_FACTS, PROBLEM_KINDS } from '../problem/kinds';
import { isKept, SIGNAL_NAMES, SIGNALS } from './signal';

const DOCUMENT = join(import.meta.dirname, '../../../docs/operate/alarms.md');
const BETWEEN = /(?<=<!-- watches -->\n)[^]*(?=<!-- \/watches -->)/;
const WINDOW = { past: 'looks back', ahead: 'looks ahead' };

/** Write it with: npx vitest run --project unit lib/model/signal/signal.test.ts -u */
test('the table in docs/operate/alarms.md is the one of the watches', async () => {
  const rows = SIGNAL_NAMES.map((name) => {
    const { says, subject, unit, measures, window, movedByRedrive } = SIGNALS[name];
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

test('every signal is one of a problem of Now, or is known to be an alarm alone', () => {
  const ofNow = new Set(PROBLEM_KINDS.flatMap((kind) => PROBLEM_FACTS[kind].signals));
  expect(SIGNAL_NAMES.filter((name) => !ofNow.has(name))).toEqual([
    ...['approval-waits', 'brokers-differ', 'group-missing', 'letters-near-retention', 'broker-away', 'proxy-away'],
    ...['queue-still', 'replica-behind', 'sends-refused', 'calls-refused', 'disk'],
  ]);
});

test('a signal that is read from the samples has its value there', () => {
  expect(SIGNAL_NAMES.filter((name) => SIGNALS[name].isSampled && !isKept(name))).toEqual([]);
});
