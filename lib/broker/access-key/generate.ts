import { randomInt } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const ID_CHARS = 16;
/** 238 bits. */
const SECRET_CHARS = 40;

/** Letters and digits only, which every client library accepts. Source: RocketMQ documentation, "Parameter limits". */
export function generateAccessKeyId(): string {
  return `RD${randomText(ID_CHARS - 2)}`;
}

export function generateAccessSecret(): string {
  return randomText(SECRET_CHARS);
}

function randomText(chars: number): string {
  return Array.from({ length: chars }, () => ALPHABET[randomInt(ALPHABET.length)] ?? '').join('');
}
