import { compileFunction } from 'node:vm';

import protobuf, { type Field, type MapField, type Type } from 'protobufjs';

import { Reader } from './reader';
import { Writer } from './writer';

export interface MessageCodec {
  /** Plain objects: what the sender leaves out is undefined, bytes are views. @throws RangeError */
  readonly decode: (bytes: Buffer) => object;
  /** Whatever is not undefined. The bytes, from `at` on, are good until the next message is encoded. */
  readonly encode: (message: object, at: number) => Buffer;
}

const [VARINT, BYTES, FIXED_32] = [0, 2, 5];
/** Protobuf's scalar types that this protocol has, by the methods of Reader and Writer. */
const SCALARS: Readonly<Record<string, { readonly method: string; readonly wire: number }>> = {
  int32: { method: 'int32', wire: VARINT },
  int64: { method: 'int64', wire: VARINT },
  bool: { method: 'bool', wire: VARINT },
  float: { method: 'float', wire: FIXED_32 },
  string: { method: 'string', wire: BYTES },
  bytes: { method: 'view', wire: BYTES },
};

type Decode = (reader: Reader, end: number) => object;
type Encode = (writer: Writer, message: object) => void;

const writer = new Writer();

/**
 * Functions for one type of message and the types inside it. They are made from the definition of the protocol, so that
 * each field is read and written by code of its own: several times faster than a loop over a description.
 */
export class Compiler {
  readonly #decoders = new Map<Type, Decode>();
  readonly #encoders = new Map<Type, Encode>();

  codecOf(type: Type): MessageCodec {
    const decode = this.#decoderOf(type);
    const encode = this.#encoderOf(type);
    return {
      decode: (bytes) => decode(new Reader(bytes), bytes.length),
      encode: (message, at) => {
        writer.start(at);
        encode(writer, message);
        return writer.bytes.subarray(0, writer.at);
      },
    };
  }

  #decoderOf(type: Type): Decode {
    const known = this.#decoders.get(type);
    if (known !== undefined) return known;
    const inner: Decode[] = [];
    const fields = type.fieldsArray.map((field) => field.resolve());
    const cases = fields.map((field, index) => readCases(field, index, (of) => inner.push(this.#decoderOf(of)) - 1));
    const source = `
      return function decode${type.name}(r, end) {
        let ${fields.map((_, index) => `f${index}`).join(', ')};
        while (r.at < end) {
          const tag = r.uint32();
          switch (tag) {
            ${cases.flat().join('\n            ')}
            default: r.skip(tag);
          }
        }
        r.finish(end);
        return { ${fields.map(({ name }, index) => `${JSON.stringify(name)}: f${index}`).join(', ')} };
      };`;
    const decode = compileFunction(source, ['inner', 'put'])(inner, put) as Decode;
    this.#decoders.set(type, decode);
    return decode;
  }

  #encoderOf(type: Type): Encode {
    const known = this.#encoders.get(type);
    if (known !== undefined) return known;
    const inner: Encode[] = [];
    const lines = type.fieldsArray.map((field) =>
      writeField(field.resolve(), (of) => inner.push(this.#encoderOf(of)) - 1),
    );
    const source = `
      return function encode${type.name}(w, m) {
        let v;
        ${lines.join('\n        ')}
      };`;
    const encode = compileFunction(source, ['inner'])(inner) as Encode;
    this.#encoders.set(type, encode);
    return encode;
  }
}

/** An assignment to `__proto__` would store nothing. */
function put(map: Record<string, string>, key: string, value: string): void {
  if (key === '__proto__')
    Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true });
  else map[key] = value;
}

/** Numbers a type among those inside. */
type Place = (type: Type) => number;

function scalarOf({ type, resolvedType, fullName }: Field): { readonly method: string; readonly wire: number } {
  const scalar = resolvedType instanceof protobuf.Enum ? SCALARS['int32'] : SCALARS[type];
  if (scalar === undefined) throw new Error(`${fullName} has a type that this protocol had not: ${type}`);
  return scalar;
}

function tagOf({ id }: Field, wire: number): number {
  return id * 8 + wire;
}

function readCases(field: Field, index: number, place: Place): string[] {
  const target = `f${index}`;
  if (field instanceof protobuf.MapField) {
    checkTextMap(field);
    return [
      `case ${tagOf(field, BYTES)}: {
        const to = r.end();
        let key = '', value = '';
        while (r.at < to) {
          const part = r.uint32();
          if (part === 10) key = r.string(); else if (part === 18) value = r.string(); else r.skip(part);
        }
        r.finish(to);
        put(${target} ??= {}, key, value);
        break;
      }`,
    ];
  }
  const type = field.resolvedType instanceof protobuf.Type ? field.resolvedType : null;
  const wire = type === null ? scalarOf(field).wire : BYTES;
  const value = type === null ? `r.${scalarOf(field).method}()` : `inner[${place(type)}](r, r.end())`;
  if (!field.repeated) return [`case ${tagOf(field, wire)}: ${target} = ${value}; break;`];
  const one = `case ${tagOf(field, wire)}: (${target} ??= []).push(${value}); break;`;
  if (wire === BYTES) return [one];
  // Numbers come side by side, or one by one.
  return [
    one,
    `case ${tagOf(field, BYTES)}: {
      const to = r.end();
      ${target} ??= [];
      while (r.at < to) ${target}.push(${value});
      r.finish(to);
      break;
    }`,
  ];
}

function writeField(field: Field, place: Place): string {
  const source = `v = m[${JSON.stringify(field.name)}]`;
  if (field instanceof protobuf.MapField) {
    checkTextMap(field);
    return `if (${source}) for (const key of Object.keys(v)) {
      w.tag(${tagOf(field, BYTES)}); const at = w.open();
      w.tag(10); w.string(key); w.tag(18); w.string(v[key]); w.close(at);
    }`;
  }
  const type = field.resolvedType instanceof protobuf.Type ? field.resolvedType : null;
  if (type !== null) {
    const write = (value: string): string =>
      `w.tag(${tagOf(field, BYTES)}); const at = w.open(); inner[${place(type)}](w, ${value}); w.close(at);`;
    return field.repeated
      ? `if (${source}) for (let list = v, i = 0; i < list.length; i += 1) { ${write('list[i]')} }`
      : `if ((${source}) != null) { ${write('v')} }`;
  }
  const { method, wire } = scalarOf(field);
  if (!field.repeated) return `if ((${source}) != null) { w.tag(${tagOf(field, wire)}); w.${method}(v); }`;
  if (wire === BYTES)
    return `if (${source}) for (let i = 0; i < v.length; i += 1) { w.tag(${tagOf(field, wire)}); w.${method}(v[i]); }`;
  return `if ((${source}) && v.length > 0) {
    w.tag(${tagOf(field, BYTES)}); const at = w.open();
    for (let i = 0; i < v.length; i += 1) { w.reserve(); w.${method}(v[i]); }
    w.close(at);
  }`;
}

/** The only kind of map in this protocol. */
function checkTextMap({ fullName, keyType, type }: MapField): void {
  if (keyType !== 'string' || type !== 'string') throw new Error(`${fullName} is not a map of texts`);
}
