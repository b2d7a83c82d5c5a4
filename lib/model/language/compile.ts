import type { CompiledMessage } from 'icu-minify/format';

type Node = Exclude<CompiledMessage, string>[number];

/** As icu-minify numbers them. */
const POUND = 0;
const SELECT = 1;
const PLURAL = 2;
const NUMBER = 4;

/**
 * A message of ICU as icu-minify/format takes it: text, {name}, {name, number}, plural, select and tags. This is what
 * messages here may have, in a tenth of the code of the whole parser; a test compares it with that one.
 */
export function compile(message: string): CompiledMessage {
  const reader = new Reader(message);
  const nodes = reader.nodes('');
  if (!reader.isAtEnd())
    throw new SyntaxError(`unexpected "${message.slice(reader.at, reader.at + 10)}" in: ${message}`);
  if (nodes.length === 0) return '';
  const [only] = nodes;
  return nodes.length === 1 && typeof only === 'string' ? only : nodes;
}

class Reader {
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  isAtEnd(): boolean {
    return this.at >= this.#text.length;
  }

  /** Up to the "}" or "</" that ends what they are in. "#" is the number of a plural. */
  nodes(pound: string): Node[] {
    const found: Node[] = [];
    while (!this.isAtEnd()) {
      const rest = this.#text.slice(this.at);
      if (rest.startsWith('}') || rest.startsWith('</')) break;
      if (rest.startsWith('{')) found.push(this.#argument(pound));
      else if (/^<[a-z]/.test(rest)) found.push(this.#tag(pound));
      else if (pound !== '' && rest.startsWith('#')) {
        this.at += 1;
        found.push(POUND);
      } else {
        const text = this.#match(pound === '' ? /<?[^{}<]*/y : /<?[^{}<#]*/y);
        const last = found.at(-1);
        if (typeof last === 'string') found[found.length - 1] = last + text;
        else found.push(text);
      }
    }
    return found;
  }

  #argument(pound: string): Node {
    this.#match(/\{\s*/y);
    const name = this.#match(/\w+/y);
    const kind = this.#match(/\s*(?:,\s*\w+\s*)?/y).replace(/[\s,]/g, '');
    if (kind === 'plural' || kind === 'select') {
      const options = this.#options(kind === 'plural' ? name : pound);
      return kind === 'plural' ? [name, PLURAL, options] : [name, SELECT, options];
    }
    this.#match(/\}/y);
    return kind === 'number' ? [name, NUMBER] : [name];
  }

  #options(pound: string): Record<string, Node> {
    const options = Object.create(null) as Record<string, Node>;
    this.#match(/,\s*/y);
    while (this.#text[this.at] !== '}') {
      const name = this.#match(/=?\w+/y);
      this.#match(/\s*\{/y);
      const nodes = this.nodes(pound);
      this.#match(/\}\s*/y);
      const [only = ''] = nodes;
      options[name] =
        nodes.length < 2 && (typeof only === 'string' || only === POUND) ? only : (nodes as unknown as Node);
    }
    this.#match(/\}/y);
    return options;
  }

  #tag(pound: string): Node {
    const name = this.#match(/<\w+>/y).slice(1, -1);
    const children = this.nodes(pound);
    if (this.#match(/<\/\w+>/y) !== `</${name}>`) throw new SyntaxError(`<${name}> is not closed in: ${this.#text}`);
    return [name, ...(children.length === 0 ? [''] : children)] as Node;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const [found] = pattern.exec(this.#text) ?? [];
    if (found === undefined)
      throw new SyntaxError(`unexpected "${this.#text.slice(this.at, this.at + 10)}" in: ${this.#text}`);
    this.at += found.length;
    return found;
  }
}
