import type { Random } from '../random';

const MOST_CHANGES = 8;
/** Bytes with a meaning on many wires: ends, signs, lengths, longest varints. */
const TELLING = [0x00, 0x01, 0x7f, 0x80, 0xff, 0x0a, 0x0d, 0x20, 0x3d];

export function below(random: Random, limit: number): number {
  return Math.floor(random.next() * limit);
}

export function bytesOf(random: Random, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => below(random, 256)));
}

/** A few of the bytes changed, lost, doubled, or replaced by what parsers stumble over. Never equal to what it was. */
export function mutateBytes(random: Random, given: Buffer): Buffer {
  let bytes = Buffer.from(given);
  // Mostly one: much of what is changed in many places is refused for the first of them.
  const changes = random.next() < 0.6 ? 1 : 1 + below(random, MOST_CHANGES);
  for (let left = changes; left > 0 || bytes.equals(given); left -= 1) {
    const at = below(random, bytes.length + 1);
    const length = 1 + below(random, 16);
    const head = bytes.subarray(0, at);
    switch (below(random, 6)) {
      case 0:
        bytes = Buffer.concat([head, bytesOf(random, length), bytes.subarray(at)]);
        break;
      case 1:
        bytes = Buffer.concat([head, bytes.subarray(at + length)]);
        break;
      case 2:
        bytes = Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)]);
        break;
      case 3:
        bytes = Buffer.concat([head, Buffer.alloc(length, TELLING[below(random, TELLING.length)])]);
        break;
      default: {
        if (bytes.length === 0) break;
        const place = Math.min(at, bytes.length - 1);
        bytes[place] = random.next() < 0.5 ? below(random, 256) : (TELLING[below(random, TELLING.length)] ?? 0);
      }
    }
  }
  return bytes;
}

const VARINT = 0;
const BYTES = 2;
const MOST_DEPTH = 4;
const MOST_FIELD = 24;

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let left = BigInt.asUintN(64, value);
  do {
    bytes.push(Number(left & 0x7fn) | (left > 0x7fn ? 0x80 : 0));
    left >>= 7n;
  } while (left > 0n);
  return Buffer.from(bytes);
}

/** Fields of Protocol Buffers that fit no schema: any number, any type, nested, with lengths that are mostly right. */
export function randomProto(random: Random, depth = 0): Buffer {
  const fields = Array.from({ length: 1 + below(random, 5) }, () => {
    const number = random.next() < 0.9 ? 1 + below(random, MOST_FIELD) : below(random, 2 ** 29);
    const type = random.next() < 0.45 ? BYTES : random.next() < 0.6 ? VARINT : below(random, 8);
    const tag = varint((BigInt(number) << 3n) | BigInt(type));
    if (type === VARINT) return Buffer.concat([tag, varint(anyInteger(random))]);
    if (type !== BYTES) return Buffer.concat([tag, bytesOf(random, [0, 4, 8][below(random, 3)] ?? 0)]);
    const inner =
      depth < MOST_DEPTH && random.next() < 0.6 ? randomProto(random, depth + 1) : bytesOf(random, below(random, 24));
    const length = random.next() < 0.95 ? BigInt(inner.length) : anyInteger(random);
    return Buffer.concat([tag, varint(length), inner]);
  });
  return Buffer.concat(fields);
}

function anyInteger(random: Random): bigint {
  const value = [0n, 1n, -1n, 2n ** 31n - 1n, -(2n ** 31n), 2n ** 32n, 2n ** 53n, 2n ** 63n - 1n, -(2n ** 63n)];
  return random.next() < 0.5 ? BigInt(below(random, 300)) : (value[below(random, value.length)] ?? 0n);
}

const WORDS = [
  'orders',
  '',
  '\0',
  '\ud800',
  '__proto__',
  '%00',
  "'; --",
  '../..',
  '１',
  '9'.repeat(30),
  '😀'.repeat(40),
  '*',
];

/** Something that JSON can say, mostly small. */
export function randomJson(random: Random, depth = 0): unknown {
  const kind = below(random, depth < MOST_DEPTH ? 8 : 6);
  switch (kind) {
    case 0:
      return null;
    case 1:
      return random.next() < 0.5;
    case 2:
      return below(random, 1000);
    case 3:
      return Number(anyInteger(random)) * (random.next() < 0.5 ? 1 : 0.5);
    case 4:
      return WORDS[below(random, WORDS.length)];
    case 5:
      return bytesOf(random, below(random, 20)).toString('latin1');
    case 6:
      return Array.from({ length: below(random, 4) }, () => randomJson(random, depth + 1));
    default:
      return Object.fromEntries(
        Array.from({ length: below(random, 4) }, () => [
          WORDS[below(random, WORDS.length)] ?? '',
          randomJson(random, depth + 1),
        ]),
      );
  }
}
