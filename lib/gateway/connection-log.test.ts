import { expect, test } from 'vitest';

import { ConnectionLog } from './connection-log';

function recorded() {
  const lines: object[] = [];
  const write = (fields: object): void => void lines.push(fields);
  return { lines, log: new ConnectionLog({ debug: write, info: write, warn: write, error: write }) };
}

test('one line a minute for each kind, which says how many there were meanwhile', () => {
  const { lines, log } = recorded();
  log.note('remoting', '10.0.0.4', 0);
  log.note('remoting', '10.0.0.5', 59_999);
  log.note('http1', '10.0.0.6', 59_999);
  log.note('remoting', '10.0.0.7', 60_000);
  expect(lines).toEqual([
    { address: '10.0.0.4', suppressed: 0 },
    { address: '10.0.0.6', suppressed: 0 },
    { address: '10.0.0.7', suppressed: 1 },
  ]);
});

test.each([
  ['127.0.0.1', 0],
  ['::1', 0],
  ['::ffff:127.0.0.1', 0],
  ['10.0.0.4', 1],
  ['::ffff:10.0.0.4', 1],
  ['2001:db8::127.0.0.1', 1],
])('plaintext from %s: %s lines', (address, count) => {
  const { lines, log } = recorded();
  log.connectedInPlaintext(address);
  expect(lines).toHaveLength(count);
});
