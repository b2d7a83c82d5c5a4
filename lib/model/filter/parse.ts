import { type Told, told } from '../language/t';
import { LIMITS } from '../limits';
import { Builder, refuseDeeper } from './build';
import type { FilterExpression } from './expression';
import { refuseFilter } from './refuse';
import { type Keyword, type Sign, type Token, tokenize } from './tokens';

/**
 * Parses an SQL92 filter with the grammar of the original. Two things are stricter: words after a complete expression
 * are refused (the original ignores them), and so is a comparison behind a NOT without parentheses, which the original
 * applies to the property alone. Source: Apache RocketMQ SelectorParser.jj; documentation "Message Filtering",
 * attribute-based SQL filtering.
 * @throws BrokerError illegal-filter, naming the place and the limit
 */
export function parseFilterExpression(expression: string): FilterExpression {
  if (expression.length > LIMITS.filterChars)
    refuseFilter(
      told('is too long'),
      LIMITS.filterChars + 1,
      told('{count, number} characters', { count: LIMITS.filterChars }),
      expression.length,
    );
  return new Parser(tokenize(expression)).parse();
}

type Node = FilterExpression;

/** One method per rule of the grammar; the depth of its recursion is bounded by LIMITS.filterDepth. */
class Parser {
  readonly #tokens: readonly Token[];
  readonly #build = new Builder();
  readonly #bareNots = new WeakSet<Node>();
  #next = 0;
  #nested = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): Node {
    const node = this.#or();
    if (this.#token.kind !== 'end') this.#unexpected(told('the end, AND or OR'));
    return this.#build.condition(node, 1);
  }

  #or(): Node {
    return this.#chain('OR', 'or', () => this.#and());
  }

  #and(): Node {
    return this.#chain('AND', 'and', () => this.#equality());
  }

  #chain(word: Keyword, op: 'and' | 'or', part: () => Node): Node {
    const parts = [part()];
    const { at } = this.#token;
    while (this.#accept(word)) parts.push(part());
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : this.#build.logic(op, parts, at);
  }

  #equality(): Node {
    let left = this.#comparison();
    for (;;) {
      const { at } = this.#token;
      if (this.#acceptSign('=')) left = this.#build.equal(this.#compared(left, at), this.#comparison(), at);
      else if (this.#acceptSign('<>'))
        left = this.#build.not(this.#build.equal(this.#compared(left, at), this.#comparison(), at), at);
      else if (this.#accept('IS')) {
        const not = this.#accept('NOT');
        if (!this.#accept('NULL')) this.#unexpected('NULL');
        const isNull = this.#build.isNull(this.#compared(left, at), at);
        left = not ? this.#build.not(isNull, at) : isNull;
      } else return left;
    }
  }

  #comparison(): Node {
    let left = this.#unary();
    for (;;) {
      const { at } = this.#token;
      const sign = (['<', '<=', '>', '>='] as const).find((each) => this.#acceptSign(each));
      if (sign !== undefined) {
        left = this.#build.compare(sign, this.#compared(left, at), this.#unary(), at);
        continue;
      }
      const not = this.#isNegatedOperator();
      if (not) this.#next += 1;
      const how = (['CONTAINS', 'STARTSWITH', 'ENDSWITH'] as const).find((each) => this.#accept(each));
      if (how !== undefined) left = this.#build.search(how, this.#compared(left, at), this.#text(), not, at);
      else if (this.#accept('BETWEEN')) left = this.#between(this.#compared(left, at), not, at);
      else if (this.#accept('IN')) left = this.#build.in(this.#compared(left, at), this.#list(), not, at);
      else return left;
    }
  }

  #between(left: Node, not: boolean, at: number): Node {
    const low = this.#unary();
    if (!this.#accept('AND')) this.#unexpected('AND');
    return this.#build.between(left, low, this.#unary(), not, at);
  }

  #list(): string[] {
    if (!this.#acceptSign('(')) this.#unexpected('(');
    const values = [this.#text()];
    while (this.#acceptSign(',')) values.push(this.#text());
    if (!this.#acceptSign(')')) this.#unexpected(told('a comma or )'));
    return values;
  }

  #unary(): Node {
    const { at } = this.#token;
    if (this.#acceptSign('+')) return this.#nest(at, () => this.#unary());
    if (this.#acceptSign('-'))
      return this.#build.negate(
        this.#nest(at, () => this.#unary()),
        at,
      );
    if (!this.#accept('NOT')) return this.#primary();
    const node = this.#build.not(
      this.#nest(at, () => this.#unary()),
      at,
    );
    this.#bareNots.add(node);
    return node;
  }

  #primary(): Node {
    const token = this.#token;
    this.#next += 1;
    if (token.kind === 'text' || token.kind === 'number') return this.#build.constant(token.value);
    if (token.kind === 'name') return this.#build.property(token.text);
    if (token.kind === 'keyword') {
      if (token.word === 'TRUE' || token.word === 'FALSE') return this.#build.constant(token.word === 'TRUE');
      if (token.word === 'NULL') return this.#build.constant(null);
    }
    this.#next -= 1;
    if (!this.#acceptSign('(')) return this.#unexpected(told('a property, a constant, NOT or ('));
    const node = this.#nest(token.at, () => this.#or());
    if (!this.#acceptSign(')')) this.#unexpected(')');
    this.#bareNots.delete(node);
    return node;
  }

  /** @throws BrokerError: `NOT a = 1` means (NOT a) = 1 there, which no message matches, and hardly what was meant */
  #compared(left: Node, at: number): Node {
    if (this.#bareNots.has(left))
      refuseFilter(told('compares what stands behind a NOT'), at, told('NOT (a = 1), with parentheses'), 'NOT a = 1');
    return left;
  }

  #isNegatedOperator(): boolean {
    const after = this.#tokens[this.#next + 1];
    return (
      this.#isKeyword('NOT') &&
      after?.kind === 'keyword' &&
      ['CONTAINS', 'STARTSWITH', 'ENDSWITH', 'BETWEEN', 'IN'].includes(after.word)
    );
  }

  #text(): string {
    const token = this.#token;
    if (token.kind !== 'text') return this.#unexpected(told("a 'text'"));
    this.#next += 1;
    return token.value;
  }

  #nest(at: number, inner: () => Node): Node {
    this.#nested += 1;
    refuseDeeper(this.#nested, at);
    const node = inner();
    this.#nested -= 1;
    return node;
  }

  get #token(): Token {
    const token = this.#tokens[Math.min(this.#next, this.#tokens.length - 1)];
    if (token === undefined) throw new Error('a tokenized filter has at least its end');
    return token;
  }

  #isKeyword(word: Keyword): boolean {
    const token = this.#token;
    return token.kind === 'keyword' && token.word === word;
  }

  #accept(word: Keyword): boolean {
    const isNext = this.#isKeyword(word);
    if (isNext) this.#next += 1;
    return isNext;
  }

  #acceptSign(sign: Sign): boolean {
    const token = this.#token;
    const isNext = token.kind === 'sign' && token.sign === sign;
    if (isNext) this.#next += 1;
    return isNext;
  }

  #unexpected(wanted: string | Told): never {
    return refuseFilter(
      told('cannot be read'),
      this.#token.at,
      wanted,
      this.#token.kind === 'end' ? told('the end') : this.#token.text,
    );
  }
}
