import { type Told, told } from '../language/t';
import {
  type EnumDeclaration,
  type FieldDeclaration,
  type FileDeclaration,
  type MessageDeclaration,
  MOST_NESTED,
} from './proto-declarations';
import { Undecodable } from './undecodable';

const TOKEN = /[A-Za-z0-9_.+-]+|"[^"\\\n]*(?:\\.[^"\\\n]*)*"|'[^'\\\n]*(?:\\.[^'\\\n]*)*'|[{}[\]()<>=;,:/]/y;
const BLANK = /\s+|\/\/[^\n]*|\/\*[^]*?\*\//y;
const NAME = /^[A-Za-z_]\w*$/;
const TYPE = /^\.?[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/;
const NUMBER = /^-?(?:0[xX][0-9a-fA-F]+|\d+)$/;
/** Statements of a file that say nothing of its messages. */
const PASSED: readonly string[] = ['syntax', 'edition', 'import', 'service'];
const LABELS: readonly string[] = ['optional', 'required', 'repeated'];

/**
 * The declarations of one .proto file, in the time that its length takes. Options, services and ranges are passed
 * over. @throws Undecodable
 */
export function readProtoText(text: string): FileDeclaration {
  return new TextReader(text).file();
}

type Scope = Pick<MessageDeclaration, 'messages' | 'enums' | 'extensions'>;

class TextReader {
  private at = 0;
  private token: string | null;

  constructor(private readonly text: string) {
    this.token = this.read();
  }

  file(): FileDeclaration {
    const scope: Scope = { messages: [], enums: [], extensions: [] };
    let space = '';
    while (this.token !== null) {
      const word = this.next();
      if (word === 'package') {
        space = this.matching(TYPE, told('the name of a package'));
        this.expect(';');
      } else if (PASSED.includes(word)) this.pass();
      else if (!this.common(word, scope, 1)) throw this.unexpected(word);
    }
    return { ...scope, space };
  }

  /** What files and messages have. @returns false: it is something else */
  private common(word: string, scope: Scope, depth: number): boolean {
    if (word === 'message') scope.messages.push(this.message(depth));
    else if (word === 'enum') scope.enums.push(this.enumeration());
    else if (word === 'extend') this.extend(scope, depth);
    else if (word === 'option') this.pass();
    else return word === ';';
    return true;
  }

  private message(depth: number, name = this.matching(NAME, told('the name of a message'))): MessageDeclaration {
    if (depth > MOST_NESTED)
      throw new Undecodable(told('it has messages nested more than {most, number} deep', { most: MOST_NESTED }));
    const message: MessageDeclaration = {
      ...{ name, fields: [], messages: [], enums: [], extensions: [], isEntry: false },
    };
    this.block((word) => {
      if (word === 'oneof') {
        this.matching(NAME, told('the name of a oneof'));
        this.block((inner) => {
          if (inner === 'option') this.pass();
          else if (inner !== ';') message.fields.push(this.field(inner, message, depth));
        });
      } else if (word === 'reserved' || word === 'extensions') this.pass();
      else if (word === 'map' && this.token === '<') message.fields.push(this.map(message));
      else if (!this.common(word, message, depth + 1)) message.fields.push(this.field(word, message, depth));
    });
    return message;
  }

  private field(first: string, scope: Scope, depth: number): FieldDeclaration {
    const isLabel = LABELS.includes(first);
    const type = isLabel ? this.next() : first;
    const repeated = first === 'repeated';
    if (type === 'group') return this.group(repeated, scope, depth);
    if (!TYPE.test(type)) throw this.unexpected(type);
    const name = this.matching(NAME, told('the name of a field'));
    const number = this.number();
    this.pass();
    return { name, number, repeated, type };
  }

  /** A message and its field in one. */
  private group(repeated: boolean, scope: Scope, depth: number): FieldDeclaration {
    const type = this.matching(NAME, told('the name of a group'));
    const number = this.number();
    while (this.token !== '{') this.next();
    scope.messages.push(this.message(depth + 1, type));
    return { name: type.toLowerCase(), number, repeated, type };
  }

  private map(message: MessageDeclaration): FieldDeclaration {
    this.expect('<');
    const key = this.matching(NAME, told('the type of a key'));
    this.expect(',');
    const value = this.matching(TYPE, told('the type of a value'));
    this.expect('>');
    const name = this.matching(NAME, told('the name of a field'));
    const number = this.number();
    this.pass();
    // no name of a file has a slash
    const entry = `${name}/entry`;
    message.messages.push({
      ...{ name: entry, messages: [], enums: [], extensions: [], isEntry: true },
      fields: [
        { name: 'key', number: 1, repeated: false, type: key },
        { name: 'value', number: 2, repeated: false, type: value },
      ],
    });
    return { name, number, repeated: true, type: entry };
  }

  private enumeration(): EnumDeclaration {
    const made: EnumDeclaration = { name: this.matching(NAME, told('the name of an enum')), values: [] };
    this.block((word) => {
      if (word === 'option' || word === 'reserved') this.pass();
      else if (word !== ';') {
        if (!NAME.test(word)) throw this.unexpected(word);
        made.values.push([word, this.number()]);
        this.pass();
      }
    });
    return made;
  }

  private extend(scope: Scope, depth: number): void {
    const extendee = this.matching(TYPE, told('the name of a message'));
    this.block((word) => {
      if (word !== ';') scope.extensions.push({ ...this.field(word, scope, depth), extendee });
    });
  }

  /** A statement in braces, each part by its first word. */
  private block(part: (word: string) => void): void {
    this.expect('{');
    for (;;) {
      const word = this.next();
      if (word === '}') return;
      part(word);
    }
  }

  /** To the end of a statement: after its semicolon, or the block that it ends with. */
  private pass(): void {
    let depth = 0;
    for (;;) {
      const word = this.next();
      if (word === ';' && depth === 0) return;
      if (word === '{' || word === '[') depth += 1;
      if (word === '}' || word === ']') depth -= 1;
      if (depth < 0) throw this.unexpected(word);
      // "service A { … }", but "option a = { … };"
      if (word === '}' && depth === 0) {
        if (this.token === ';') this.next();
        return;
      }
    }
  }

  private number(): number {
    this.expect('=');
    const word = this.matching(NUMBER, told('a number'));
    const digits = word.replace('-', '');
    const value = /^0[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number(digits);
    return word === digits ? value : -value;
  }

  private matching(form: RegExp, what: Told): string {
    const word = this.next();
    if (form.test(word)) return word;
    throw new Undecodable(
      told('line {line} has “{word}” in place of {wanted}', {
        line: this.line(),
        word: word.slice(0, 50),
        wanted: what,
      }),
    );
  }

  private expect(word: string): void {
    const found = this.next();
    if (found !== word) throw this.unexpected(found);
  }

  private next(): string {
    const word = this.token;
    if (word === null) throw new Undecodable(told('it is not a .proto file: the file ends too early'));
    this.token = this.read();
    return word;
  }

  private read(): string | null {
    for (BLANK.lastIndex = this.at; BLANK.test(this.text); this.at = BLANK.lastIndex);
    if (this.at === this.text.length) return null;
    TOKEN.lastIndex = this.at;
    const [word] = TOKEN.exec(this.text) ?? [];
    if (word === undefined) throw this.unexpected(this.text.slice(this.at, this.at + 10));
    this.at = TOKEN.lastIndex;
    return word;
  }

  private line(): number {
    return this.text.slice(0, this.at).split('\n').length;
  }

  private unexpected(word: string): Undecodable {
    return new Undecodable(
      told('it is not a .proto file: line {line} has “{word}”', { line: this.line(), word: word.slice(0, 50) }),
    );
  }
}
