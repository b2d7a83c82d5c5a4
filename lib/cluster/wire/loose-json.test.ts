import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { parseLooseJson } from './loose-json';

describe('loose JSON', () => {
  test('numbers as keys, as name servers write broker ids', () => {
    expect(parseLooseJson('{"brokerAddrs":{0:"127.0.0.1:10911",1:"127.0.0.1:10921"},"zone":null}')).toEqual({
      brokerAddrs: { 0: '127.0.0.1:10911', 1: '127.0.0.1:10921' },
      zone: null,
    });
  });

  test('objects as keys become pairs', () => {
    const text =
      '{"consumeTps":0.3,"offsetTable":{{"brokerName":"broker-a","queueId":0,"topic":"%RETRY%g1"}:{"brokerOffset":3},' +
      '{"queueId":1} : 7}}';
    expect(parseLooseJson(text)).toEqual({
      consumeTps: 0.3,
      offsetTable: [
        [{ brokerName: 'broker-a', queueId: 0, topic: '%RETRY%g1' }, { brokerOffset: 3 }],
        [{ queueId: 1 }, 7],
      ],
    });
  });

  test('everything that is JSON reads as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), (json) => {
        // The key in front keeps JSON.parse from reading it.
        expect(parseLooseJson(`{0:${json}}`)).toEqual({ 0: JSON.parse(json) as unknown });
      }),
      { numRuns: 40 },
    );
  });

  test('__proto__ is a key like any other', () => {
    const value = parseLooseJson('{0:{"__proto__":{"polluted":true}}}') as Record<string, object>;
    expect(Object.keys(value['0'] ?? {})).toEqual(['__proto__']);
    expect('polluted' in {}).toBe(false);
    expect('polluted' in (value['0'] ?? {})).toBe(false);
  });

  test.each([
    '{0:',
    '{0:1',
    '{0:1,}',
    '{0 1}',
    '{{}:1,"a":2}',
    '{0:tru}',
    '{0:"\\x"}',
    '{0:"\\u12g4"}',
    '{0:"open',
    '{0:1} 2',
    '{0:[1,]}',
    '{0:01x}',
    '{:1}',
    '',
    '{0:"\u0001"}',
    '{"a":1,{}:2}',
    '['.repeat(100_000),
  ])('refuses %j', (text) => {
    expect(() => parseLooseJson(text)).toThrow(SyntaxError);
  });

  test('no text makes it do anything but read or refuse', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"a"',
      '0',
      '-',
      '1e9',
      'true',
      'null',
      '\\u0041',
      '"',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        try {
          parseLooseJson(pieces.join(''));
        } catch (error) {
          expect(error).toBeInstanceOf(SyntaxError);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
