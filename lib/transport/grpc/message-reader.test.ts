import { expect, test } from 'vitest';

import { MessageReader, PREFIX_BYTES } from './message-reader';
import { GRPC } from './status';
import { UploadBudget } from './upload-budget';

const KB = 1024;

function reading(budgetBytes: number) {
  const budget = new UploadBudget(budgetBytes);
  const messages: Buffer[] = [];
  const failures: number[] = [];
  const sink = {
    message: (bytes: Buffer) => void messages.push(bytes),
    end: () => undefined,
    fail: ({ code }: { readonly code: number }) => void failures.push(code),
  };
  return { budget, messages, failures, reader: new MessageReader(sink, '', 1024 * KB, budget) };
}

function framed(bytes: number): Buffer {
  const message = Buffer.alloc(PREFIX_BYTES + bytes, 7);
  message[0] = 0;
  message.writeUInt32BE(bytes, 1);
  return message;
}

test('a message in many parts is put together, and what it took is given back', () => {
  const { budget, messages, failures, reader } = reading(1024 * KB);
  const bytes = framed(300);
  for (let at = 0; at < bytes.length; at += 1) reader.push(bytes.subarray(at, at + 1));
  expect(messages).toEqual([bytes.subarray(PREFIX_BYTES)]);
  expect(failures).toEqual([]);
  expect(budget.take(1024 * KB)).toBe(true);
});

test('a request in parts of one byte is given up long before its bytes are the budget: each part takes memory', () => {
  const { budget, failures, reader } = reading(1024 * KB);
  const bytes = framed(512 * KB);
  let pushed = 0;
  for (; failures.length === 0 && pushed < bytes.length; pushed += 1) reader.push(bytes.subarray(pushed, pushed + 1));
  expect(failures).toEqual([GRPC.RESOURCE_EXHAUSTED]);
  expect(pushed).toBeLessThan(5 * KB);
  expect(budget.take(1024 * KB)).toBe(true);
});
