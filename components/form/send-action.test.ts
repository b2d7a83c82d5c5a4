import { expect, test } from 'vitest';
import { sendAction } from './send-action';

const said = async (send: () => Promise<never>) => {
  const result = await sendAction(send);
  return result.ok ? null : result.error;
};

test.each([
  ['The server is not responding,', new TypeError('Failed to fetch')],
  ['The server is not responding,', new Error('An unexpected response was received from the server.')],
  ['The server failed,', Object.assign(new Error('An error occurred'), { digest: '42' })],
  ['Your browser failed to send this (RangeError: Invalid string length),', new RangeError('Invalid string length')],
])('says “%s” for %s, and that it is not known whether it was done', async (starts, error) => {
  const failure = await said(() => Promise.reject(error));
  expect(failure).toMatchObject({ code: 'no-answer', message: expect.stringContaining('it is not known whether') });
  expect(failure?.message.startsWith(starts)).toBe(true);
});

test('an exception before there is a promise keeps the page too', async () => {
  const failure = await said(() => {
    throw new RangeError('Maximum call stack size exceeded');
  });
  expect(failure?.message).toContain('Your browser failed to send this');
});
