import { told } from '../language/t';
import {
  type ExtensionDeclaration,
  type FieldDeclaration,
  type FileDeclaration,
  type MessageDeclaration,
  MOST_NESTED,
  SCALAR_NUMBERS,
} from './proto-declarations';
import type { ProtobufField, ProtobufMessage, ProtobufSchema } from './protobuf-message';
import { DECODER_LIMITS } from './topic-decoder';
import { Undecodable } from './undecodable';

const MOST_MESSAGES = 5000;
const MOST_FIELDS = 50_000;
const MOST_NUMBER = 2 ** 29 - 1;
const SCALARS = new Set(Object.values(SCALAR_NUMBERS));

/** A package, a message or an enum. */
interface Scope {
  readonly name: string;
  readonly above: Scope | null;
  readonly inner: Map<string, Scope>;
  message: LinkedMessage | null;
  values: ReadonlyMap<number, string> | null;
}

interface LinkedMessage extends ProtobufMessage {
  readonly fields: Map<number, ProtobufField>;
  readonly indexes: Set<string>;
}

interface Declared {
  readonly scope: Scope;
  readonly fields: readonly FieldDeclaration[];
  readonly message: LinkedMessage;
}

/** Finds the types of all fields, in the time that their number takes. @throws Undecodable */
export function linkProtobuf(files: readonly FileDeclaration[]): ProtobufSchema {
  return new Linker().link(files);
}

class Linker {
  private readonly top: Scope = scopeIn(null, '');
  private readonly declared: Declared[] = [];
  private readonly extensions: { readonly scope: Scope; readonly field: ExtensionDeclaration }[] = [];
  private fields = 0;

  link(files: readonly FileDeclaration[]): ProtobufSchema {
    for (const file of files) {
      const path = file.space === '' ? [] : file.space.split('.');
      if (path.length > MOST_NESTED)
        throw new Undecodable(told('it has a package of more than {most, number} parts', { most: MOST_NESTED }));
      let scope = this.top;
      for (const part of path) scope = scope.inner.get(part) ?? scopeIn(scope, part);
      const places: Places = new Map();
      this.declare(file, scope, places, { declared: '', counted: '' });
      for (const [place, [first, ...others]] of places) if (others.length === 0) first?.indexes.add(place);
    }
    for (const { scope, fields, message } of this.declared)
      for (const field of fields) this.add(message, field, field.name, scope);
    for (const { scope, field } of this.extensions) {
      // options of the schema itself are extensions as well, of messages that may not be there
      const extended = find(field.extendee, scope)?.message;
      if (extended !== undefined && extended !== null)
        this.add(extended, field, `[${scope.name === '' ? '' : `${scope.name}.`}${field.name}]`, scope);
    }
    const messages = this.declared.map(({ message }) => message);
    return new Map(messages.filter(({ isEntry }) => !isEntry).map((message) => [message.name, message]));
  }

  private declare(of: Omit<FileDeclaration, 'space'>, scope: Scope, places: Places, at: Place): void {
    let counted = 0;
    for (const [index, declaration] of of.messages.entries()) {
      const place = placeIn(at, index, counted);
      if (!declaration.isEntry) counted += 1;
      this.message(declaration, scope, places, place);
    }
    for (const { name, values } of of.enums) typeIn(scope, name).values = namesOf(values);
    for (const field of of.extensions) this.extensions.push({ scope, field });
  }

  private message(declaration: MessageDeclaration, above: Scope, places: Places, place: Place): void {
    const { name, fields, isEntry } = declaration;
    if (this.declared.length >= MOST_MESSAGES)
      throw new Undecodable(told('it has more than {most, number} messages', { most: MOST_MESSAGES }));
    const scope = typeIn(above, name);
    const message = { name: scope.name, isEntry, fields: new Map<number, ProtobufField>(), indexes: new Set<string>() };
    scope.message = message;
    this.declared.push({ scope, fields, message });
    if (!isEntry)
      for (const key of new Set([place.declared, place.counted]))
        places.set(key, [...(places.get(key) ?? []), message]);
    this.declare(declaration, scope, places, place);
  }

  private add(message: LinkedMessage, field: FieldDeclaration, name: string, scope: Scope): void {
    this.fields += 1;
    if (this.fields > MOST_FIELDS)
      throw new Undecodable(told('it has more than {most, number} fields', { most: MOST_FIELDS }));
    const { number, repeated } = field;
    if (!Number.isInteger(number) || number < 1 || number > MOST_NUMBER)
      throw new Undecodable(
        told('the field {field} of {message} has an invalid number', { field: short(name), message: message.name }),
      );
    if (message.fields.has(number))
      throw new Undecodable(
        told('{message} has two fields with the number {at}', { message: message.name, at: number }),
      );
    message.fields.set(number, { name, repeated, ...typeOf(field, scope) });
  }
}

type Places = Map<string, readonly LinkedMessage[]>;

/**
 * The indexes that lead to a message in its file, as headers of schema registries have them. Some libraries count the
 * entries of map fields (declared), and some do not (counted).
 */
interface Place {
  readonly declared: string;
  readonly counted: string;
}

function placeIn({ declared, counted }: Place, index: number, countedIndex: number): Place {
  const under = (above: string, at: number): string => (above === '' ? `${at}` : `${above}.${at}`);
  return { declared: under(declared, index), counted: under(counted, countedIndex) };
}

function scopeIn(above: Scope | null, name: string): Scope {
  const full = above === null || above.name === '' ? name : `${above.name}.${name}`;
  if (full.length > DECODER_LIMITS.messageChars)
    throw new Undecodable(
      told('it has a name of more than {most, number} characters', { most: DECODER_LIMITS.messageChars }),
    );
  const scope: Scope = { name: full, above, inner: new Map(), message: null, values: null };
  above?.inner.set(name, scope);
  return scope;
}

/** A message or an enum: no two of them have one name. */
function typeIn(above: Scope, name: string): Scope {
  const scope = above.inner.get(name) ?? scopeIn(above, name);
  if (scope.message !== null || scope.values !== null)
    throw new Undecodable(told('it has two types named {name}', { name: scope.name }));
  return scope;
}

function namesOf(values: readonly (readonly [string, number])[]): Map<number, string> {
  const names = new Map<number, string>();
  // of aliases the first one
  for (const [name, number] of values) if (!names.has(number)) names.set(number, name);
  return names;
}

function typeOf({ type, repeated }: FieldDeclaration, scope: Scope): Omit<ProtobufField, 'name' | 'repeated'> {
  if (SCALARS.has(type)) return { type, names: null, message: null, isMap: false };
  const found = find(type, scope);
  if (found === null)
    throw new Undecodable(
      told('it has no type {type}; use a descriptor set for types of imported files', { type: short(type) }),
    );
  const { message, values } = found;
  if (message === null) return { type: 'enum', names: values, message, isMap: false };
  return { type: 'message', names: null, message, isMap: message.isEntry && repeated };
}

/** From the scope on to the outside; a name that begins with a dot is a whole one. */
function find(name: string, scope: Scope): Scope | null {
  const path = name.split('.');
  if (path[0] === '') {
    let top = scope;
    while (top.above !== null) top = top.above;
    return within(top, path.slice(1));
  }
  for (let from: Scope | null = scope; from !== null; from = from.above) {
    const found = within(from, path);
    if (found !== null) return found;
  }
  return null;
}

/** Null: there is no such type. */
function within(scope: Scope, path: readonly string[]): Scope | null {
  let found: Scope | undefined = scope;
  for (const part of path) found = found?.inner.get(part);
  return found === undefined || (found.message === null && found.values === null) ? null : found;
}

function short(name: string): string {
  return name.slice(0, 100);
}
