import { expect, test } from 'vitest';

import { headerBlock } from './encode-headers';
import { type ConnectionFault, ERROR } from './frames';
import { HpackDecoder } from './hpack';
import { RequestHeaders } from './request-headers';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(/\s/g, ''), 'hex');

function decode(decoder: HpackDecoder, block: Buffer, maxBytes = 16_384): RequestHeaders {
  const headers = new RequestHeaders(maxBytes);
  decoder.decode(block, headers);
  return headers;
}

/** What the decoder says of a block that it cannot read. */
function faultOf(block: Buffer, decoder = new HpackDecoder()): ConnectionFault {
  try {
    decode(decoder, block);
  } catch (error) {
    return error as ConnectionFault;
  }
  return expect.unreachable('it was read');
}

// RFC 7541, C.4: three requests on one connection, Huffman-coded.
test('the examples of the RFC: strings are Huffman-coded, and later requests refer to earlier ones', () => {
  const decoder = new HpackDecoder();
  const first = decode(decoder, hex('8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff'));
  expect(first).toMatchObject({ method: 'GET', scheme: 'http', path: '/', authority: 'www.example.com' });
  const second = decode(decoder, hex('8286 84be 5886 a8eb 1064 9cbf'));
  expect(second.authority).toBe('www.example.com');
  expect(second.get('cache-control')).toBe('no-cache');
  const third = decode(decoder, hex('8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf'));
  expect(third).toMatchObject({ scheme: 'https', path: '/index.html', authority: 'www.example.com' });
  expect(third.get('custom-key')).toBe('custom-value');
});

test('what we send can be read: any name and value, also long ones', () => {
  const value = 'v'.repeat(5_000);
  const headers = decode(
    new HpackDecoder(),
    headerBlock([
      [':method', 'POST'],
      [':scheme', 'http'],
      [':path', '/x'],
      ['long', value],
      ['short', ''],
    ]),
  );
  expect(headers).toMatchObject({ isRequest: true, path: '/x' });
  expect([headers.get('long'), headers.get('short'), headers.get('absent')]).toEqual([value, '', '']);
});

test('a table that is full forgets its oldest entries, and an index of a forgotten one is an error', () => {
  const decoder = new HpackDecoder();
  const remembered = (name: string, bytes: number): Buffer =>
    Buffer.concat([hex('40'), Buffer.from([name.length]), Buffer.from(name), hex('7f'), length(bytes), filler(bytes)]);
  decode(decoder, remembered('a', 2_000));
  decode(decoder, remembered('b', 1_900));
  expect(decode(decoder, hex('be')).get('b')).toHaveLength(1_900);
  expect(decode(decoder, hex('bf')).get('a')).toHaveLength(2_000);
  decode(decoder, remembered('c', 1_900));
  expect(decode(decoder, hex('bf')).get('b')).toHaveLength(1_900);
  expect(faultOf(hex('c0'), decoder).code).toBe(ERROR.COMPRESSION_ERROR);
  // Larger than the table: it is empty then.
  decode(decoder, remembered('d', 5_000));
  expect(faultOf(hex('be'), decoder).code).toBe(ERROR.COMPRESSION_ERROR);
});

/** The rest of a number behind a full prefix of seven bits. */
function length(bytes: number): Buffer {
  const rest = bytes - 127;
  return Buffer.from([(rest % 128) | 0x80, Math.floor(rest / 128)]);
}

function filler(bytes: number): Buffer {
  return Buffer.alloc(bytes, 'x');
}

test.each([
  ['index 0', '80'],
  ['an index beyond both tables', 'c5'],
  ['a number without an end', 'ffff ffff'],
  ['a number that is too large', 'ffff ffff ffff ffff ff7f'],
  ['a string that is longer than its block', '0003 6162'],
  ['a string without a length', '00'],
  ['the end code inside a string', '4184 ffff ffff'],
  ['padding of eight bits', '4182 1fff'],
  ['padding that is not all ones', '4181 00'],
  ['a table that is larger than ours', '3fe2 1f'],
  ['a table size behind a header', '8220'],
])('%s ends the connection', (_what, block) => {
  expect(faultOf(hex(block)).code).toBe(ERROR.COMPRESSION_ERROR);
});

test.each([
  ['an upper-case name', [['Name', 'x']]],
  ['a header of a connection', [['connection', 'close']]],
  ['a line break in a value', [['name', 'a\r\nb']]],
  ['te that is not trailers', [['te', 'gzip']]],
  ['two methods', [[':method', 'POST']]],
  ['a response header', [[':status', '200']]],
  ['a length that is no number', [['content-length', '-1']]],
  [
    'what begins a request behind other headers',
    [
      ['a', 'b'],
      [':authority', 'x'],
    ],
  ],
] as const)('%s is refused', (_what, more) => {
  const begin = [
    [':method', 'POST'],
    [':scheme', 'http'],
    [':path', '/'],
  ] as const;
  expect(decode(new HpackDecoder(), headerBlock(begin)).isRequest).toBe(true);
  expect(decode(new HpackDecoder(), headerBlock([...begin, ...more])).isRequest).toBe(false);
});

test('a bomb: a small block of many references is not kept', () => {
  const decoder = new HpackDecoder();
  decode(decoder, Buffer.concat([hex('40 01 61 7f'), length(4_000), filler(4_000)]));
  const headers = decode(decoder, Buffer.alloc(60_000, 0xbe), 16_384);
  expect(headers.tooLarge).toBe(true);
  expect(headers.get('a')).toHaveLength(4_000);
});
