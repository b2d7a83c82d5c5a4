import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBrokerError } from '../errors';
import { hideInBody, hideInProperties } from './hide';
import { hidesBodiesOf, masksOf, type Rank } from './masks';
import { readPath } from './path';
import { restoreHidden } from './restore';
import { hiddenWholeWords, placeholderOf } from './words';
import { checkMasking, isNamed, type MaskingRule } from './rule';

const rule = (given: Partial<MaskingRule> = {}): MaskingRule => ({
  ...{ name: 'card data', topics: ['payments*'], wholeBody: false, paths: [], properties: [] },
  ...{ seenFrom: 'admin', shownTo: 'operator' },
  ...given,
});

function shown(json: string, ...paths: string[]): string | null {
  return hideInBody(Buffer.from(json), [rule({ paths })]).bytes?.toString() ?? null;
}
const HIDDEN = '"[hidden by rule card data]"';

describe('paths', () => {
  test.each([
    ['$.card.number', '{"card":{"number":"4111","holder":"Ada"}}', `{"card":{"number":${HIDDEN},"holder":"Ada"}}`],
    [
      '$..email',
      '{"a":[{"email":1,"b":{"email":{"x":2}}}],"email":[3]}',
      `{"a":[{"email":${HIDDEN},"b":{"email":${HIDDEN}}}],"email":${HIDDEN}}`,
    ],
    [
      '$.items[*].iban',
      '{"items":[{"iban":"A","n":1},{"n":2},{"iban":null}]}',
      `{"items":[{"iban":${HIDDEN},"n":1},{"n":2},{"iban":${HIDDEN}}]}`,
    ],
    ['$.items[1]', '{"items":[1,2,3]}', `{"items":[1,${HIDDEN},3]}`],
    ['$["a name"]', '{"a name":true,"a":false}', `{"a name":${HIDDEN},"a":false}`],
    ["$['it\\'s']", '{"it\'s":1}', `{"it's":${HIDDEN}}`],
    ['$.*', '{"a":{"b":1},"c":2}', `{"a":${HIDDEN},"c":${HIDDEN}}`],
    ['$.a..b', '{"b":1,"a":{"c":{"b":2}}}', `{"b":1,"a":{"c":{"b":${HIDDEN}}}}`],
    ['$..a..a', '{"a":{"x":{"a":{"a":1}}}}', `{"a":{"x":{"a":${HIDDEN}}}}`],
    ['$..a.b..c', '{"a":{"b":{"a":{"b":{"c":1}},"c":2}}}', `{"a":{"b":{"a":{"b":{"c":${HIDDEN}}},"c":${HIDDEN}}}}`],
    ['$[*].k', '[{"k":1},{"K":2}]', `[{"k":${HIDDEN}},{"K":2}]`],
  ])('%s', (path, json, expected) => expect(shown(json, path)).toBe(expected));

  test('what is not hidden stays letter for letter: spaces, digits, escapes', () => {
    const json = '{ "id" : 9007199254740993.10,\n "s":"\\u00e4\\"}{", "secret":\t[1,{"x":"]"}] , "e":[] }';
    expect(shown(json, '$.secret')).toBe(
      `{ "id" : 9007199254740993.10,\n "s":"\\u00e4\\"}{", "secret":\t${HIDDEN} , "e":[] }`,
    );
  });

  test('a name that is written with escapes, and each of several fields of one name', () => {
    expect(shown('{"\\u0073ecret":1,"secret":2,"secret":3}', '$.secret')).toBe(
      `{"\\u0073ecret":${HIDDEN},"secret":${HIDDEN},"secret":${HIDDEN}}`,
    );
  });

  test.each([['card'], ['$'], ['$.'], ['$.a[?(@.b)]'], ['$[-1]'], ['$.a b'], ['$[1:2]'], ['$..'], ['$..*']])(
    '%s is refused',
    (path) => expect(readPath(path)).toHaveProperty('problem'),
  );

  test('a deep body is read without a stack', () => {
    const depth = 200_000;
    const json = `${'['.repeat(depth)}{"secret":1}${']'.repeat(depth)}`;
    expect(shown(json, '$..secret')).toContain(HIDDEN);
  });
});

describe('a text where a path names fields', () => {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  test.each([
    ['$.payload.card', '{"payload":"{\\"card\\":4111}"}'],
    ['$.payload[*].card', '{"payload":"4111"}'],
    ['$.payload.*', '{"payload":"x=4111"}'],
    ['$..card', '{"payload":"{\\"card\\" : 4111}"}'],
    ['$..card', '{"payload":["a",{"b":"card=4111"}]}'],
    ['$..card', `{"payload":"<card>4111</card>"}`],
    ['$..card', `{"payload":"${base64('{"card":4111}')}"}`],
    ['$..payload.card', '{"a":{"payload":"x4111"}}'],
    ['$.card', '"4111"'],
    ['$.*.card', '{"id":"o-1","status":"failed","payload":"card: 4111"}'],
    ['$.payload[*].card', '{"payload":["no","card=4111"]}'],
    ['$.payload[*]', '{"payload":"4111"}'],
    ['$.*[*]', '{"id":"o-1","payload":"[4111]"}'],
    ['$..card', `{"payload":"${base64('{"card":4111,"and":"more"}').replace(/.{20}/g, '$&\\n')}\\n"}`],
  ])('%s hides it in %s', (path, json) => {
    const { bytes, hidden } = hideInBody(Buffer.from(json), [rule({ paths: [path] })]);
    expect(bytes?.toString()).toContain(HIDDEN);
    expect(bytes?.toString()).not.toMatch(/4111|NDEx|Y2FyZ/);
    expect(hidden).toMatchObject({ whole: null, values: 1 });
  });

  test.each([
    ['$..[""]', '{"payload":"abc"}'],
    ['$..card', '{"payload":"no card here, a postcard: none"}'],
    ['$.payload.card', '{"payload":null}'],
    ['$.payload.card', '{"payload":[1]}'],
    ['$.payload.card', '{"payloads":"{}"}'],
  ])('%s leaves %s', (path, json) => {
    expect(hideInBody(Buffer.from(json), [rule({ paths: [path] })]).bytes?.toString()).toBe(json);
  });
});

describe('safe by default', () => {
  test.each([
    ['text', Buffer.from('card 4111')],
    ['nothing', Buffer.alloc(0)],
    ['cut JSON', Buffer.from('{"card":"4111"')],
    ['JSON after a byte order mark', Buffer.from('\uFEFF{"card":"4111"}')],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-16', Buffer.from('{"card":"4111"}', 'utf16le')],
    ['two documents', Buffer.from('{"a":1}{"card":"4111"}')],
  ])('%s is hidden whole under a rule of paths, and says so', (_, bytes) => {
    const { bytes: left, hidden } = hideInBody(bytes, [rule({ paths: ['$.card'] })]);
    expect(left).toBeNull();
    expect(hidden).toEqual({ rules: ['card data'], whole: 'not-json', values: 1 });
    expect(hidden === null ? '' : hiddenWholeWords(hidden)).toBe(
      '[hidden by rule card data: not JSON, so all of it is hidden]',
    );
  });

  test('a rule for the whole body hides JSON too; a rule of properties hides no body', () => {
    expect(hideInBody(Buffer.from('{}'), [rule({ wholeBody: true })]).bytes).toBeNull();
    expect(hideInBody(Buffer.from('x'), [rule({ properties: ['p'] })])).toEqual({
      bytes: Buffer.from('x'),
      hidden: null,
    });
  });

  test('a rule about a topic stays one about its dead letters when the topic is deleted', () => {
    const long = `pay${'m'.repeat(110)}`;
    const named = (topics: string[], topic: string): boolean =>
      masksOf([rule({ topics, wholeBody: true })], () => 1).of([topic]).length > 0;
    expect(named(['orders'], 'orders (deleted 17)')).toBe(true);
    expect(named(['orders*'], 'orders (deleted 17)')).toBe(true);
    expect(named(['order'], 'orders (deleted 17)')).toBe(false);
    expect(named([long], `${long.slice(0, 100)} (deleted 17)`)).toBe(true);
    expect(named([long], long.slice(0, 100))).toBe(false);
  });

  test('properties by name, prefix and all', () => {
    const given = { phone: '1', 'pii-name': 'Ada', tenant: 'x' };
    expect(hideInProperties(given, [rule({ properties: ['phone', 'pii-*'] })])).toEqual({
      ...{ phone: '[hidden by rule card data]', 'pii-name': '[hidden by rule card data]', tenant: 'x' },
    });
    expect(new Set(Object.values(hideInProperties(given, [rule({ properties: ['*'] })])))).toEqual(
      new Set(['[hidden by rule card data]']),
    );
    expect(isNamed(['pay*'], 'PAY')).toBe(false);
  });
});

test('whatever JSON: no hidden value occurs anywhere in what is left, and all else does', () => {
  const name = fc.constantFrom('secret', 'a', 'b', 'x y', '', '__proto__', 'Secret', '"');
  let serial = 0;
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'medium', withCrossShrink: true },
      fc.constant('LEAF'),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.array(fc.tuple(name, tie('tree')), { maxLength: 4 }).map((fields) => ({ fields })),
    ),
  }));
  const write = (node: unknown, isHidden: boolean): string => {
    if (node === 'LEAF') {
      serial += 1;
      return JSON.stringify(`${isHidden ? 'HUSH' : 'open'}-${serial}-“é\n"`);
    }
    if (Array.isArray(node)) return `[${node.map((item) => write(item, isHidden)).join(' ,')}]`;
    const { fields } = node as { readonly fields: readonly (readonly [string, unknown])[] };
    const written = fields.map(
      ([key, value]) => `${JSON.stringify(key)}: ${write(value, isHidden || key === 'secret')}`,
    );
    return `{${written.join(',')}}`;
  };
  fc.assert(
    fc.property(tree, (node) => {
      serial = 0;
      const json = write(node, false);
      const left = shown(json, '$..secret') ?? '';
      expect(left).not.toContain('HUSH');
      expect(left.match(/open-\d+/g) ?? []).toEqual(json.match(/open-\d+/g) ?? []);
      JSON.parse(left);
    }),
    { numRuns: 500 },
  );
});

describe('whom it hides from', () => {
  const ranks: Readonly<Record<string, Rank>> = { 'payments-eu': 2, payments: 3 };
  const masks = masksOf([rule({ paths: ['$.card'] })], (topic) => ranks[topic] ?? 0);
  test('by topic, and by the topic that a copy came from', () => {
    expect(masks.of(['payments']).length).toBe(0);
    expect(masks.of(['payments-eu']).length).toBe(1);
    expect(masks.of(['orders']).length).toBe(0);
    expect(masks.of(['%DLQ%billing', 'payments-eu']).length).toBe(1);
    expect([hidesBodiesOf(masks, 'payments'), hidesBodiesOf(masks, 'payments-us')]).toEqual([false, true]);
  });
});

describe('an edit of what is partly hidden', () => {
  const before = {
    tag: null,
    keys: [],
    properties: { phone: '123', tenant: 'x' },
    text: '{"n":1,"items":[{"iban":"DE1"},{"iban":"DE2"}]}',
  };
  const rules = [rule({ paths: ['$.items[*].iban'], properties: ['phone'] })];
  const seen = hideInBody(Buffer.from(before.text), rules).bytes?.toString() ?? '';
  const words = placeholderOf('card data');
  const edited = (body: string) => restoreHidden(before, { body }, rules);

  test('hidden values are back in their places', () => {
    expect(edited(seen.replace('"n":1', '"n": 2, "m": [3]'))).toEqual({
      edit: { body: '{"n": 2, "m": [3],"items":[{"iban":"DE1"},{"iban":"DE2"}]}' },
    });
    expect(restoreHidden(before, { properties: { phone: words, tenant: 'y', more: 'z' } }, rules)).toEqual({
      edit: { properties: { phone: '123', tenant: 'y', more: 'z' } },
    });
    expect(restoreHidden(before, { tag: 'x' }, rules)).toEqual({ edit: { tag: 'x' } });
  });

  test('a text that may have a hidden field is back in its place', () => {
    const deep = [rule({ paths: ['$..card'] }), rule({ name: 'other', paths: ['$.payload.iban'] })];
    const text = '{"note":"a","payload":"{\\"card\\":4111}"}';
    const shown = hideInBody(Buffer.from(text), deep).bytes?.toString() ?? '';
    expect(shown).toBe(`{"note":"a","payload":${HIDDEN}}`);
    const asEdited = (body: string) => restoreHidden({ ...before, text }, { body }, deep);
    expect(asEdited(shown.replace('"a"', '"b"'))).toEqual({ edit: { body: text.replace('"a"', '"b"') } });
    expect(asEdited(shown.replace('"a"', '"card: none"'))).toMatchObject({
      problem: expect.objectContaining({ values: { rule: 'card data', pointer: '/note' } }) as unknown,
    });
  });

  test.each([
    ['a value is left out', seen.replace(`{"iban":${HIDDEN}},`, '')],
    ['a value is another', seen.replace(HIDDEN, '"DE9"')],
    ['a value is added', seen.replace('"items":[', `"items":[{"iban":${HIDDEN}},`)],
    ['a field comes twice', seen.replace(`{"iban":${HIDDEN}}`, `{"iban":${HIDDEN},"iban":${HIDDEN}}`)],
    ['it is no JSON', 'text'],
    ['it is moved', seen.replaceAll('iban', 'note')],
  ])('refused: %s', (_, body) =>
    expect(edited(body)).toMatchObject({ field: 'body', problem: { values: { names: ['card data'] } } }),
  );

  test('properties that are hidden neither go nor change nor come', () => {
    for (const properties of [{ tenant: 'x' }, { phone: '999', tenant: 'x' }] as Record<string, string>[])
      expect(restoreHidden(before, { properties }, rules)).toMatchObject({ field: 'properties' });
    const without = { ...before, properties: {} };
    expect(restoreHidden(without, { properties: { phone: words } }, rules)).toMatchObject({ field: 'properties' });
  });

  test('a body that is hidden whole is not edited', () => {
    expect(restoreHidden(before, { body: '{}' }, [rule({ wholeBody: true })])).toMatchObject({ field: 'body' });
    expect(restoreHidden({ ...before, text: 'no JSON' }, { body: '{}' }, rules)).toMatchObject({ field: 'body' });
  });
});

describe('what may be saved', () => {
  const refusal = (...rules: MaskingRule[]): string | undefined => {
    try {
      checkMasking({ rules });
      return undefined;
    } catch (error) {
      return isBrokerError(error) ? (error.field ?? '') : String(error);
    }
  };
  const good = rule({ paths: ['$.a'] });
  test.each([
    [undefined, good],
    ['rules[0].name', { ...good, name: '' }],
    ['rules[0].name', { ...good, name: 'a\nb' }],
    ['rules[0].topics', { ...good, topics: [] }],
    ['rules[0].topics', { ...good, topics: ['a*b'] }],
    ['rules[0].paths', { ...good, paths: ['$.a['] }],
    ['rules[0].paths', { ...good, paths: [] }],
    ['rules[0].shownTo', { ...good, seenFrom: 'operator' as const, shownTo: 'admin' as const }],
  ])('%s', (field, one) => expect(refusal(one)).toBe(field));
  test('a name twice', () => expect(refusal(good, good)).toBe('rules[1].name'));
});
