import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { unpackBody } from './unpack-body';

test('a packed body is unpacked up to a limit; what is not packed is shown as it is', () => {
  const text = Buffer.from('{"a":1}');
  expect(unpackBody(text, 'IDENTITY')).toEqual({ bytes: text, unpacked: false, problem: null });
  expect(unpackBody(gzipSync(text), 'GZIP')).toEqual({ bytes: text, unpacked: true, problem: null });
  const bomb = gzipSync(Buffer.alloc(9 * 1024 * 1024));
  expect(unpackBody(bomb, 'GZIP')).toMatchObject({
    bytes: bomb,
    unpacked: false,
    problem: expect.stringContaining('8 MB'),
  });
  expect(unpackBody(text, 'GZIP')).toMatchObject({
    bytes: text,
    unpacked: false,
    problem: expect.stringContaining('gzip'),
  });
});
