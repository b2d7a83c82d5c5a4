import { describe, expect, it } from 'vitest';
import { createTotpSecret, matchTotpStep, toBase32, totpAddress, totpCode, totpStepAt } from './totp';

/** RFC 6238, appendix B: the last six of the eight digits for SHA-1. */
const SECRET = toBase32(Buffer.from('12345678901234567890'));

describe('a code of an authenticator app', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i s is %s, as in RFC 6238', (seconds, code) => {
    const time = new Date(seconds * 1000);
    expect(totpCode(SECRET, totpStepAt(time))).toBe(code);
    expect(matchTotpStep(SECRET, code, time)).toBe(Math.floor(seconds / 30));
  });

  it('counts one step early and late, and no more', () => {
    const at = (seconds: number) => matchTotpStep(SECRET, totpCode(SECRET, 1000), new Date(seconds * 1000));
    expect([29_969, 29_970, 30_059, 30_060].map(at)).toEqual([null, 1000, 1000, null]);
  });

  it('is six digits and nothing else', () => {
    const time = new Date(59_000);
    for (const code of ['', '28708', '2870820', ' 287082', '２８７０８２', 'abcdef'])
      expect(matchTotpStep(SECRET, code, time)).toBeNull();
  });

  it('has 160 random bits, and an address that apps read', () => {
    const secret = createTotpSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(createTotpSecret()).not.toBe(secret);
    const address = new URL(totpAddress(secret, 'ana+ops@example.com'));
    expect([address.protocol, address.host, address.searchParams.get('secret')]).toEqual(['otpauth:', 'totp', secret]);
    expect(address.pathname).toBe('/Redrive:ana%2Bops%40example.com');
  });
});
