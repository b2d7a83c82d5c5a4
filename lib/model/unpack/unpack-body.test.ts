import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { unpackBody } from './unpack-body';

const TEXT = Buffer.from('{"a":1}');

test.each([
  ['gzip as GZIP, as most SDKs send it', gzipSync(TEXT), 'GZIP'],
  ['zlib as GZIP, as the SDK for C++ sends it', deflateSync(TEXT), 'GZIP'],
  ['zlib as ZLIB, of 4.x clients', deflateSync(TEXT), 'ZLIB'],
  ['gzip as ZLIB, as proxies store it', gzipSync(TEXT), 'ZLIB'],
])('%s', (_, packed, encoding) => {
  expect(unpackBody(packed, encoding)).toEqual({ bytes: TEXT, unpacked: true, problem: null });
});

test('a packed body is unpacked up to a limit; what is not packed is shown as it is', () => {
  expect(unpackBody(TEXT, 'IDENTITY')).toEqual({ bytes: TEXT, unpacked: false, problem: null });
  for (const pack of [gzipSync, deflateSync]) {
    const bomb = pack(Buffer.alloc(9 * 1024 * 1024));
    expect(unpackBody(bomb, 'GZIP')).toEqual({
      bytes: bomb,
      unpacked: false,
      problem: 'it unpacks to more than 8 MB; the packed bytes are shown',
    });
  }
  const isOfNoKind = { bytes: TEXT, unpacked: false };
  expect(unpackBody(TEXT, 'GZIP')).toMatchObject({ ...isOfNoKind, problem: expect.stringContaining('marked as GZIP') });
  expect(unpackBody(TEXT, 'LZ4')).toMatchObject({ ...isOfNoKind, problem: expect.stringContaining('marked as LZ4') });
  expect(unpackBody(TEXT, 'X')).toMatchObject({ ...isOfNoKind, problem: expect.stringContaining('unknown way (X)') });
  expect(unpackBody(deflateRawSync(TEXT), 'GZIP').unpacked).toBe(false);
});
