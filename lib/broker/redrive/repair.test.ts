import { describe, expect, it } from 'vitest';

import { type EditableMessage, editMessage } from '../../model/message/editable-message';
import type { RepairRule } from '../../model/redrive/redrive-edits';
import { repairMessage } from './repair';

const order: EditableMessage = {
  tag: 'paid',
  keys: ['order-7'],
  properties: { region: 'eu', tries: '3' },
  text: '{"id":7,"currency":"EURO","lines":[{"sku":"a","price":1.50}]}',
};
const why = (rule: RepairRule, message: Partial<EditableMessage> = {}) => {
  const repaired = repairMessage({ ...order, ...message }, rule);
  return repaired.kind === 'not-applicable' ? repaired.why : repaired.message;
};

describe('a repair by rule', () => {
  it('patches a JSON body and nothing else', () => {
    expect(why({ patch: [{ op: 'replace', path: '/currency', value: 'EUR' }] })).toEqual({
      ...order,
      text: '{"id":7,"currency":"EUR","lines":[{"sku":"a","price":1.5}]}',
    });
  });

  it('sets and removes properties, and the tag', () => {
    expect(why({ setProperties: { region: 'us', fixed: 'yes' }, removeProperties: ['tries'], tag: null })).toEqual({
      ...order,
      tag: null,
      properties: { region: 'us', fixed: 'yes' },
    });
  });

  it('converts a field of each message, and leaves behind what cannot be converted', () => {
    const text = '{"id":"7","paid":"true","total":1.5,"lines":[]}';
    const convert: RepairRule['convert'] = [
      { path: '/id', to: 'number' },
      { path: '/paid', to: 'boolean' },
      { path: '/total', to: 'text' },
    ];
    expect(why({ convert }, { text })).toEqual({ ...order, text: '{"id":7,"paid":true,"total":"1.5","lines":[]}' });
    expect(why({ convert: [{ path: '/absent', to: 'text' }] }, { text })).toBe('its body has no /absent');
    for (const [path, to] of [
      ['/paid', 'number'],
      ['/id', 'boolean'],
      ['/lines', 'text'],
    ] as const)
      expect(why({ convert: [{ path, to }] }, { text })).toBe(`${path} cannot be converted to ${to}`);
    // an id that JavaScript cannot count to, and a number with zeros before it, stay as they are
    for (const id of ['9007199254740993', '007', ' 7', ''])
      expect(why({ convert: [{ path: '/id', to: 'number' }] }, { text: JSON.stringify({ id }) })).toBe(
        '/id cannot be converted to number',
      );
  });

  it('patches only what the JSON has: no letters of a text, no length of a list, nothing inherited', () => {
    const text = '{"id":"7","lines":["1","2"]}';
    for (const operation of [
      { op: 'add', path: '/id/x', value: 1 },
      { op: 'remove', path: '/id/0' },
      { op: 'replace', path: '/id/0', value: '8' },
      { op: 'move', from: '/lines', path: '/id/x' },
      { op: 'copy', from: '/id/length', path: '/size' },
      { op: 'add', path: '/lines/length', value: 0 },
      { op: 'replace', path: '/lines/length', value: 0 },
      { op: 'remove', path: '/lines/length' },
      { op: 'test', path: '/lines/length', value: 2 },
      { op: 'add', path: '/__proto__/admin', value: true },
      { op: 'add', path: '/__proto__', value: {} },
    ] as const)
      expect(why({ patch: [operation] }, { text })).toMatch(/^its body has no |does not have the value that/);
    const whole = { op: 'test', path: '', value: JSON.parse(text) as unknown } as const;
    const patch = [whole, { op: 'add', path: '/lines/-', value: '3' }, { op: 'add', path: '/new', value: 1 }] as const;
    expect(why({ patch: [...patch] }, { text })).toEqual({
      ...order,
      text: '{"id":"7","lines":["1","2","3"],"new":1}',
    });
  });

  it('finds a field to convert only in what the JSON has, not inside text or in what objects inherit', () => {
    const text = '{"id":"7","amount":"5","lines":["1"]}';
    for (const [path, to] of [
      ['/id/0', 'number'],
      ['/amount/constructor', 'number'],
      ['/toString/name', 'text'],
      ['/id/length', 'text'],
      ['/toString', 'text'],
      ['/lines/length', 'text'],
      ['/lines/-', 'text'],
    ] as const)
      expect(why({ convert: [{ path, to }] }, { text })).toBe(`its body has no ${path}`);
    expect(why({ convert: [{ path: '/lines/0', to: 'number' }] }, { text })).toMatchObject({
      text: '{"id":"7","amount":"5","lines":[1]}',
    });
    // names that objects inherit, and the JSON has
    expect(
      why({ convert: [{ path: '/constructor/a~1b', to: 'number' }] }, { text: '{"constructor":{"a/b":"1"}}' }),
    ).toMatchObject({ text: '{"constructor":{"a/b":1}}' });
  });

  it('is done whole or not at all', () => {
    const rule: RepairRule = {
      patch: [
        { op: 'replace', path: '/currency', value: 'EUR' },
        { op: 'remove', path: '/absent' },
      ],
    };
    expect(why(rule)).toBe('its body has no /absent');
    expect(order.text).toContain('EURO');
  });

  it.each<[string, RepairRule['patch'], Partial<EditableMessage>]>([
    [
      '/currency does not have the value that the rule tests for',
      [{ op: 'test', path: '/currency', value: 'USD' }],
      {},
    ],
    ['its body has no place for /a/b', [{ op: 'add', path: '/a/b', value: 1 }], {}],
    ['its body has no /x, or no place for /y', [{ op: 'move', from: '/x', path: '/y' }], {}],
    ['the rule changes nothing', [{ op: 'replace', path: '/id', value: 7 }], { text: '{"id":7}' }],
    ['its body is not JSON', [{ op: 'remove', path: '/id' }], { text: 'id=7' }],
    ['its body is not a JSON object or array', [{ op: 'remove', path: '/id' }], { text: '7' }],
    ['its body is not text', [{ op: 'remove', path: '/id' }], { text: null }],
    [
      'a number in its body has more digits than JSON Patch keeps',
      [{ op: 'replace', path: '/a', value: 1 }],
      { text: '{"a":0,"id":9007199254740993}' },
    ],
  ])('does not apply: %s', (expected, patch, message) => {
    expect(why({ patch }, message)).toBe(expected);
  });

  it.each(['1.50', '-0.10', '1e3', '120', '"9007199254740993"', '0', '1.0'])('keeps the number %s', (number) => {
    const repaired = repairMessage(
      { ...order, text: `{"a":0,"n":${number}}` },
      { patch: [{ op: 'replace', path: '/a', value: 1 }] },
    );
    expect(repaired.kind).toBe('changed');
  });

  it('renames no field onto another that is there, unless the rule removes that first', () => {
    const text = '{"old":1,"new":2,"lines":["a","b"]}';
    const move = { op: 'move', from: '/old', path: '/new' } as const;
    for (const operation of [move, { ...move, op: 'copy' }] as const)
      expect(why({ patch: [operation] }, { text })).toBe('its body already has /new: remove it first');
    expect(why({ patch: [{ op: 'remove', path: '/new' }, move] }, { text })).toMatchObject({
      text: '{"lines":["a","b"],"new":1}',
    });
    expect(why({ patch: [move] }, { text: '{"old":1}' })).toMatchObject({ text: '{"new":1}' });
    // a list loses nothing, and a field that is moved to where it is, neither
    expect(why({ patch: [{ op: 'copy', from: '/old', path: '/lines/0' }] }, { text })).toMatchObject({
      text: '{"old":1,"new":2,"lines":[1,"a","b"]}',
    });
    expect(why({ patch: [{ op: 'move', from: '/old', path: '/old' }] }, { text: '{"old":1}' })).toBe(
      'the rule changes nothing',
    );
  });

  it('never reaches the prototype of an object', () => {
    why({ patch: [{ op: 'add', path: '/__proto__/polluted', value: 'yes' }] });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

it('an edit changes what it names', () => {
  expect(editMessage(order, { body: 'x', keys: [] })).toEqual({ ...order, text: 'x', keys: [] });
  expect(editMessage(order, { tag: null }).tag).toBeNull();
});
