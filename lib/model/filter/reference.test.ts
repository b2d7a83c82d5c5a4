import fc from 'fast-check';
import { expect, test } from 'vitest';

import { isBrokerError } from '../errors';
import { matchesFilter } from './evaluate';
import { parseFilterExpression } from './parse';

/**
 * Three-valued logic with failures, written a second time and as plainly as possible: the tree is what is evaluated.
 */
type Tree =
  | { kind: 'present'; name: string; not: boolean }
  | { kind: 'text'; name: string; sign: '=' | '<>'; text: string }
  | { kind: 'int'; name: string; sign: '=' | '<>' | '<' | '<=' | '>' | '>='; number: number }
  | { kind: 'list'; name: string; texts: string[]; not: boolean }
  | { kind: 'range'; name: string; low: number; width: number; not: boolean }
  | { kind: 'part'; name: string; how: 'CONTAINS' | 'STARTSWITH' | 'ENDSWITH'; text: string; not: boolean }
  | { kind: 'not'; of: Tree }
  | { kind: 'and'; left: Tree; right: Tree }
  | { kind: 'or'; left: Tree; right: Tree };
type Truth = 'yes' | 'no' | 'unknown' | 'failed';
type Properties = Readonly<Record<string, string>>;

const names = fc.constantFrom('a', 'b', '_c', 'TAGS');
const texts = fc.constantFrom('', 'x', 'xy', "it's", '7', '-12', '3.5', 'true', '  ', 'ü');
const numbers = fc.integer({ min: -20, max: 20 });
const properties: fc.Arbitrary<Properties> = fc.dictionary(names, texts, { noNullPrototype: true });
const { tree } = fc.letrec<{ tree: Tree; leaf: Tree; branch: Tree }>((tie) => ({
  tree: fc.oneof({ depthSize: 'small', withCrossShrink: true }, tie('leaf'), tie('branch')),
  leaf: fc.oneof(
    fc.record({ kind: fc.constant('present' as const), name: names, not: fc.boolean() }),
    fc.record({ kind: fc.constant('text' as const), name: names, sign: fc.constantFrom('=', '<>'), text: texts }),
    fc.record({
      kind: fc.constant('int' as const),
      name: names,
      sign: fc.constantFrom('=', '<>', '<', '<=', '>', '>='),
      number: numbers,
    }),
    fc.record({
      kind: fc.constant('list' as const),
      name: names,
      texts: fc.array(texts, { minLength: 1 }),
      not: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('range' as const),
      name: names,
      low: fc.nat(20),
      width: fc.nat(10),
      not: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('part' as const),
      name: names,
      how: fc.constantFrom('CONTAINS', 'STARTSWITH', 'ENDSWITH'),
      text: texts,
      not: fc.boolean(),
    }),
  ) as fc.Arbitrary<Tree>,
  branch: fc.oneof(
    fc.record({ kind: fc.constant('not' as const), of: tie('tree') }),
    fc.record({ kind: fc.constant('and' as const), left: tie('tree'), right: tie('tree') }),
    fc.record({ kind: fc.constant('or' as const), left: tie('tree'), right: tie('tree') }),
  ),
}));

function written(node: Tree): string {
  const not = 'not' in node && node.not ? 'NOT ' : '';
  switch (node.kind) {
    case 'present':
      return `${node.name} IS ${not}NULL`;
    case 'text':
      return `${node.name} ${node.sign} ${quoted(node.text)}`;
    case 'int':
      return `${node.name} ${node.sign} ${node.number}`;
    case 'list':
      return `${node.name} ${not}IN (${node.texts.map(quoted).join(', ')})`;
    case 'range':
      return `${node.name} ${not}BETWEEN ${node.low} AND ${node.low + node.width}`;
    case 'part':
      return `${node.name} ${not}${node.how} ${quoted(node.text)}`;
    case 'not':
      return `NOT (${written(node.of)})`;
    case 'and':
    case 'or':
      return `(${written(node.left)}) ${node.kind} (${written(node.right)})`;
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

const yesNo = (value: boolean): Truth => (value ? 'yes' : 'no');

function truthOf(node: Tree, message: Properties): Truth {
  if (node.kind === 'not') {
    const inner = truthOf(node.of, message);
    return inner === 'yes' ? 'no' : inner === 'no' ? 'yes' : inner;
  }
  if (node.kind === 'and' || node.kind === 'or') {
    const decides = node.kind === 'and' ? 'no' : 'yes';
    const left = truthOf(node.left, message);
    if (left === 'failed' || left === decides) return left;
    const right = truthOf(node.right, message);
    if (right === 'failed' || right === decides) return right;
    return left === 'unknown' || right === 'unknown' ? 'unknown' : left;
  }
  return truthOfLeaf(node, message[node.name]);
}

function truthOfLeaf(node: Exclude<Tree, { kind: 'not' | 'and' | 'or' }>, value: string | undefined): Truth {
  switch (node.kind) {
    case 'present':
      return yesNo((value === undefined) !== node.not);
    case 'part':
      if (value === undefined || node.text === '') return 'no';
      return yesNo(
        {
          CONTAINS: value.indexOf(node.text) >= 0,
          STARTSWITH: value.startsWith(node.text),
          ENDSWITH: value.endsWith(node.text),
        }[node.how] !== node.not,
      );
    case 'text':
      return value === undefined ? 'unknown' : yesNo((value === node.text) === (node.sign === '='));
    case 'list':
      return value === undefined ? 'unknown' : yesNo(node.texts.includes(value) !== node.not);
    case 'int':
    case 'range': {
      if (value === undefined) return 'unknown';
      if (!/^-?[0-9]+$/.test(value)) return 'failed';
      const number = Number.parseInt(value, 10);
      if (node.kind === 'range') return yesNo((number >= node.low && number <= node.low + node.width) !== node.not);
      return yesNo(
        {
          '=': number === node.number,
          '<>': number !== node.number,
          '<': number < node.number,
          '<=': number <= node.number,
          '>': number > node.number,
          '>=': number >= node.number,
        }[node.sign],
      );
    }
  }
}

test('an expression means what a plain reading of its tree means', () => {
  fc.assert(
    fc.property(tree, properties, (node, message) => {
      const text = written(node);
      let expression;
      try {
        expression = parseFilterExpression(text);
      } catch (error) {
        // Too deep or too long is all that may be wrong with it.
        expect(isBrokerError(error) && /too (deep|long|many)/.test(error.message)).toBe(true);
        return;
      }
      expect(matchesFilter(expression, (name) => message[name] ?? null)).toBe(truthOf(node, message) === 'yes');
    }),
    { numRuns: 3000 },
  );
});

test('whatever is written is read or refused by name, and evaluated without failing', () => {
  const words = fc.constantFrom(
    ...[
      'a',
      'b',
      "'x'",
      '1',
      '2.5',
      '(',
      ')',
      'AND',
      'OR',
      'NOT',
      '=',
      '<>',
      '<',
      '>=',
      'IS',
      'NULL',
      'IN',
      ',',
      '-',
      '+',
    ],
    ...['BETWEEN', 'CONTAINS', 'TRUE', 'FALSE', "'", '--', '/*', '*/', '\n', 'ENDSWITH', '9'.repeat(30)],
  );
  const sentences = fc.oneof(
    fc.array(words, { maxLength: 12 }).map((parts) => parts.join(' ')),
    fc.string(),
  );
  fc.assert(
    fc.property(sentences, properties, (text, message) => {
      try {
        const matched = matchesFilter(parseFilterExpression(text), (name) => message[name] ?? null);
        expect(typeof matched).toBe('boolean');
      } catch (error) {
        if (!isBrokerError(error)) throw error;
        expect(error).toMatchObject({ code: 'illegal-filter', field: 'filter' });
        expect(error.message).toMatch(/at character \d+ /);
      }
    }),
    { numRuns: 5000 },
  );
});
