import { isIPv4, isIPv6 } from 'node:net';

const GROUPS = 8;
const GROUPS_OF_A_BLOCK = 4;

/**
 * The addresses of one subscriber: an IPv4 address, or a /64 of IPv6 with its 2^64 addresses. Guesses are
 * counted for this, and turns are shared between these.
 */
export function addressBlock(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return 'unknown';
  const [head = '', tail] = plain.toLowerCase().split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  // a dotted end is two groups
  const width = first.length + last.length + (plain.includes('.') ? 1 : 0);
  const gap = tail === undefined ? [] : Array.from({ length: GROUPS - width }, () => '0');
  const groups = [...first, ...gap, ...last].slice(0, GROUPS_OF_A_BLOCK);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}
