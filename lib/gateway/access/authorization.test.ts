import { createHmac } from 'node:crypto';

import { expect, test } from 'vitest';

import { isSignedBy, parseAuthorization } from './authorization';

const DATE = '20210309T195445Z';
const SIGNATURE = 'E7ADDA9959AAA31662EBF574C240D62FB1986BD7';
const headerOf = (credential = 'ak', signature = SIGNATURE): string =>
  `MQv2-HMAC-SHA1 Credential=${credential}, SignedHeaders=x-mq-date-time, Signature=${signature}`;

function accepts(header: string, secret = 'sk', date = DATE): boolean {
  const credential = parseAuthorization(header);
  return credential !== null && isSignedBy(secret, date, credential);
}

test("[case 88] the vendor's golden signature is accepted, and no other", () => {
  expect(accepts(headerOf())).toBe(true);
  expect(accepts(headerOf('ak', SIGNATURE.toLowerCase()))).toBe(true);
  for (let digit = 0; digit < SIGNATURE.length; digit += 1) {
    const other = SIGNATURE[digit] === '0' ? '1' : '0';
    expect(accepts(headerOf('ak', SIGNATURE.slice(0, digit) + other + SIGNATURE.slice(digit + 1)))).toBe(false);
  }
  expect(accepts(headerOf(), 'sk2')).toBe(false);
  expect(accepts(headerOf(), 'sk', '20210309T195446Z')).toBe(false);
  expect(accepts(headerOf(), 'sk', '')).toBe(false);
});

test('the key is what stands before the first slash', () => {
  expect(parseAuthorization(headerOf('ak/20210309/mq'))?.accessKeyId).toBe('ak');
  expect(parseAuthorization(headerOf('RD0123456789abcd'))?.accessKeyId).toBe('RD0123456789abcd');
});

test.each([
  '',
  'Bearer abc',
  headerOf('').replace('ak', ''),
  headerOf('ak', SIGNATURE.slice(1)),
  headerOf('ak', `${SIGNATURE}00`),
  headerOf('ak', SIGNATURE.replace('E', 'G')),
  headerOf('a k'),
  headerOf('a'.repeat(1025)),
  headerOf().replace('SHA1', 'MD5'),
  headerOf().replace('x-mq-date-time', 'x-mq-client-id'),
  `${headerOf()}, more`,
  `Credential=${'x,'.repeat(100_000)}`,
])('%.60s is not of the one form', (header) => {
  expect(parseAuthorization(header)).toBeNull();
});

test('a signature covers all of a time: what is longer than any time is not accepted', () => {
  const date = 'x'.repeat(64);
  const signed = headerOf('ak', createHmac('sha1', 'sk').update(date).digest('hex'));
  expect(accepts(signed, 'sk', date)).toBe(true);
  expect(accepts(signed, 'sk', `${date}y`)).toBe(false);
});
