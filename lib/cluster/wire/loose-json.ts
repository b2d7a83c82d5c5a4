/**
 * JSON as brokers write it. Two things in it are not JSON: objects as keys, and numbers as keys without quotes. An
 * object whose keys are objects becomes a list of pairs.
 */
export type Loose = null | boolean | number | string | readonly Loose[] | LooseRecord;
export interface LooseRecord {
  readonly [key: string]: Loose;
}

/** Deeper than anything a broker writes, and far above what would overflow the stack. */
const MOST_DEPTH = 200;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const BARE_KEY = /-?\d+/y;
// oxlint-disable-next-line eslint/no-control-regex -- control characters are what a text may not have
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const SPACE = /[ \t\r\n]*/y;
const ESCAPES: Readonly<Record<string, string>> = {
  ...{ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' },
};

export function isRecord(value: Loose | undefined): value is LooseRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws SyntaxError naming the place */
export function parseLooseJson(text: string): Loose {
  try {
    return JSON.parse(text) as Loose;
  } catch {
    return new Parser(text).whole();
  }
}

class Parser {
  #at = 0;

  constructor(private readonly text: string) {}

  whole(): Loose {
    const value = this.#value(0);
    this.#skip(SPACE);
    if (this.#at < this.text.length) this.#fail('more after the end');
    return value;
  }

  #value(depth: number): Loose {
    if (depth > MOST_DEPTH) this.#fail('nested too deep');
    this.#skip(SPACE);
    switch (this.text[this.#at]) {
      case '{':
        return this.#object(depth);
      case '[':
        return this.#list(depth);
      case '"':
        return this.#string();
      case 't':
        return this.#word('true', true);
      case 'f':
        return this.#word('false', false);
      case 'n':
        return this.#word('null', null);
      default:
        return Number(this.#match(NUMBER, 'a value'));
    }
  }

  #object(depth: number): Loose {
    const record: Record<string, Loose> = {};
    const pairs: Loose[] = [];
    let names = 0;
    this.#each('}', () => {
      const key = this.#key(depth);
      this.#expect(':');
      const value = this.#value(depth + 1);
      if (typeof key !== 'string') {
        pairs.push([key, value]);
        return;
      }
      names += 1;
      // An ordinary assignment of __proto__ would change the object.
      Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true });
    });
    if (pairs.length > 0 && names > 0) this.#fail('keys of two kinds in one object');
    return pairs.length > 0 ? pairs : record;
  }

  #key(depth: number): Loose {
    this.#skip(SPACE);
    const next = this.text[this.#at];
    if (next === '"') return this.#string();
    if (next === '{') return this.#value(depth + 1);
    return this.#match(BARE_KEY, 'a key');
  }

  #list(depth: number): Loose {
    const items: Loose[] = [];
    this.#each(']', () => items.push(this.#value(depth + 1)));
    return items;
  }

  /** The parts between an opening bracket and its closing one. */
  #each(end: string, read: () => void): void {
    this.#at += 1;
    this.#skip(SPACE);
    if (this.text[this.#at] === end) {
      this.#at += 1;
      return;
    }
    for (;;) {
      read();
      this.#skip(SPACE);
      const next = this.text[this.#at];
      if (next !== ',' && next !== end) this.#fail(`"," or "${end}" expected`);
      this.#at += 1;
      if (next === end) return;
    }
  }

  #string(): string {
    this.#at += 1;
    let value = '';
    for (;;) {
      value += this.#match(PLAIN, 'text');
      const next = this.text[this.#at];
      this.#at += 1;
      if (next === '"') return value;
      if (next !== '\\') this.#fail('a text without end');
      value += this.#escape();
    }
  }

  #escape(): string {
    const letter = this.text[this.#at] ?? '';
    this.#at += 1;
    if (letter === 'u') {
      const digits = this.text.slice(this.#at, this.#at + 4);
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.#fail('four hexadecimal digits expected');
      this.#at += 4;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    const char = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
    return char ?? this.#fail('an unknown escape');
  }

  #word<T>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.#at)) this.#fail('a value expected');
    this.#at += word.length;
    return value;
  }

  #expect(char: string): void {
    this.#skip(SPACE);
    if (this.text[this.#at] !== char) this.#fail(`"${char}" expected`);
    this.#at += 1;
  }

  #match(pattern: RegExp, what: string): string {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.text) ?? [];
    if (found === undefined) return this.#fail(`${what} expected`);
    this.#at += found.length;
    return found;
  }

  #skip(pattern: RegExp): void {
    this.#match(pattern, 'space');
  }

  #fail(problem: string): never {
    throw new SyntaxError(`${problem} at character ${this.#at}`);
  }
}
