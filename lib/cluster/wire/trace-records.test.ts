import { expect, test } from 'vitest';

import { traceRecords } from './trace-records';

const read = (...records: readonly (readonly (string | number)[])[]) =>
  traceRecords(Buffer.from(records.map((fields) => `${fields.join('\u0001')}\u0002`).join('')));
const sent = ['Pub', 1_000, 'r', 'senders', 'orders', 'M1', 'tag', 'key', '10.0.0.1:10911', 5, 12, 0];
const ended = ['SubAfter', 'R1', 'M1', 7, 'false', 'key'];

test('a send, in each form that clients wrote it', () => {
  const record = { kind: 'sent', atMs: 1_000, group: 'senders', topic: 'orders', messageId: 'M1', tookMs: 12 };
  expect(read([...sent, 'true'], [...sent, 'store-id', 'true'], [...sent, 'store-id', 'false', 'host'])).toEqual([
    { ...record, isSuccess: true },
    { ...record, isSuccess: true },
    { ...record, isSuccess: false },
  ]);
});

test('beginning and end of a delivery, in each form that clients wrote them', () => {
  const record = { kind: 'ended', requestId: 'R1', messageId: 'M1', tookMs: 7, isSuccess: false };
  const unsaid = { code: null, atMs: null, group: null };
  expect(read(['SubBefore', 1_000, 'r', 'billing', 'R1', 'M1', 2, 'key'], ended, [...ended, 3])).toEqual([
    { kind: 'begun', atMs: 1_000, group: 'billing', requestId: 'R1', messageId: 'M1', retryTimes: 2 },
    { ...record, ...unsaid },
    { ...record, ...unsaid, code: 'RETURN_NULL' },
  ]);
  expect(
    [0, 1, 2, 3, 4, 5]
      .map((code) => read([...ended, code, 2_000, 'billing'])[0])
      .map((each) => each && 'code' in each && each.code),
  ).toEqual(['SUCCESS', 'TIME_OUT', 'EXCEPTION', 'RETURN_NULL', 'FAILED', null]);
  expect(read([...ended, 2, 2_000, 'billing'])).toEqual([
    { ...record, code: 'EXCEPTION', atMs: 2_000, group: 'billing' },
  ]);
});

test('what is no record is left out, and those beside it are read', () => {
  expect(
    read(
      ['EndTransaction', 1, 'r'],
      ['Pub'],
      ['SubBefore', 'soon', 'r', 'g', 'R', 'M', 1],
      ['SubAfter', 'R'],
      [''],
      ended,
    ),
  ).toMatchObject([{ kind: 'ended' }]);
  expect(traceRecords(Buffer.from([0xff, 0xfe, 1, 2, 0]))).toEqual([]);
});
