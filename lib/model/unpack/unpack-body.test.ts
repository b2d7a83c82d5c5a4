import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { english } from '../language/t';
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

const problemOf = (body: Buffer, encoding: string): string => english(unpackBody(body, encoding).problem ?? '');

test('a packed body is unpacked up to a limit; what is not packed is shown as it is', () => {
  expect(unpackBody(TEXT, 'IDENTITY')).toEqual({ bytes: TEXT, unpacked: false, problem: null });
  for (const pack of [gzipSync, deflateSync]) {
    const bomb = pack(Buffer.alloc(9 * 1024 * 1024));
    expect(unpackBody(bomb, 'GZIP')).toMatchObject({ bytes: bomb, unpacked: false });
    expect(problemOf(bomb, 'GZIP')).toBe('it unpacks to more than 8 MB; the packed bytes are shown');
  }
  expect(unpackBody(TEXT, 'GZIP')).toMatchObject({ bytes: TEXT, unpacked: false });
  expect(problemOf(TEXT, 'GZIP')).toContain('marked as GZIP');
  expect(problemOf(TEXT, 'LZ4')).toContain('marked as LZ4');
  expect(problemOf(TEXT, 'X')).toContain('unknown way (X)');
  expect(unpackBody(deflateRawSync(TEXT), 'GZIP').unpacked).toBe(false);
});
