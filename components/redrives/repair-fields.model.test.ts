import { expect, test } from 'vitest';
import { EMPTY_RULE } from './edit.model';
import { draftOf, type FieldChange, fieldsOf, type SampleField } from './repair-fields.model';

const ruleOf = (changes: readonly FieldChange[], sample: readonly SampleField[]) => {
  const { patch, convert } = draftOf({ typed: EMPTY_RULE, changes, isByHand: false }, sample);
  return { patch: patch === '' ? [] : (JSON.parse(patch) as unknown), convert };
};

const fields = fieldsOf('{"id":"7","amount":5,"order":{"a/b":"x"},"lines":[{"sku":1}]}');

test('the fields of a sample, lists as a whole; what is no JSON object has none', () => {
  expect(fields.map(({ path }) => path)).toEqual(['/id', '/amount', '/order', '/order/a~1b', '/lines']);
  expect([fieldsOf('order 7'), fieldsOf(null), fieldsOf('7')]).toEqual([[], [], []]);
});

test('changes become a patch and conversions', () => {
  expect(
    ruleOf(
      [
        { path: '/id', kind: 'set', value: '8' },
        { path: '/amount', kind: 'set', value: '8' },
        { path: '/note', kind: 'set', value: 'by hand' },
        { path: '/order/a~1b', kind: 'rename', value: 'c/d' },
        { path: '/lines', kind: 'remove', value: '' },
        { path: '/id', kind: 'number', value: '' },
      ],
      fields,
    ),
  ).toEqual({
    patch: [
      { op: 'replace', path: '/id', value: '8' },
      { op: 'replace', path: '/amount', value: 8 },
      { op: 'add', path: '/note', value: 'by hand' },
      { op: 'move', from: '/order/a~1b', path: '/order/c~1d' },
      { op: 'remove', path: '/lines' },
    ],
    convert: [{ path: '/id', to: 'number' }],
  });
});

test('a field that is null in the sample is set to text: 12345 may be a postcode', () => {
  const nothing = fieldsOf('{"postcode":null}');
  expect(ruleOf([{ path: '/postcode', kind: 'set', value: '12345' }], nothing).patch).toEqual([
    { op: 'replace', path: '/postcode', value: '12345' },
  ]);
});

test('a change that is not complete changes nothing', () => {
  const incomplete = [
    { path: '', kind: 'remove', value: '' },
    { path: '/id', kind: 'rename', value: '' },
  ] as const;
  expect(ruleOf(incomplete, fields)).toEqual({ patch: [], convert: [] });
});

test('a change that was typed before the sample came is the same as one that was typed after it', () => {
  const changes = [{ path: '/amount', kind: 'set', value: '8' }] as const;
  expect(ruleOf(changes, []).patch).toEqual([{ op: 'add', path: '/amount', value: '8' }]);
  expect(ruleOf(changes, fields).patch).toEqual([{ op: 'replace', path: '/amount', value: 8 }]);
  // A patch that was written by hand is not replaced by a sample.
  const typed = { ...EMPTY_RULE, patch: '[{"op":"remove","path":"/x"}]' };
  expect(draftOf({ typed, changes, isByHand: true }, fields).patch).toBe(typed.patch);
});
