import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** What every authenticator app takes by itself: SHA-1, 6 digits, 30 seconds (RFC 6238). */
const STEP_MS = 30_000;
const DIGITS = 6;
const SECRET_BYTES = 20;
/** Clocks of phones differ; a code also counts one step early or late. */
const DRIFT_STEPS = [-1, 0, 1] as const;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** @returns base32, as apps take it */
export function createTotpSecret(): string {
  return toBase32(randomBytes(SECRET_BYTES));
}

export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

export function totpStepAt(time: Date): number {
  return Math.floor(time.getTime() / STEP_MS);
}

/** The step that the code belongs to; null: to none of these minutes. Each is compared, whichever fits. */
export function matchTotpStep(secret: string, code: string, time: Date): number | null {
  const given = Buffer.from(code);
  const steps = DRIFT_STEPS.map((drift) => totpStepAt(time) + drift);
  const fits = steps.map((step) => {
    const expected = Buffer.from(totpCode(secret, step));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return steps[fits.indexOf(true)] ?? null;
}

/** What the QR code says. */
export function totpAddress(secret: string, account: string): string {
  const label = `Redrive:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=Redrive&algorithm=SHA1&digits=${DIGITS}&period=30`;
}

export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
