import type { ProtobufField, ProtobufMessage } from './protobuf-message';
import { told } from '../language/t';
import { Budget, Undecodable } from './undecodable';
import { base64Json, floatJson, textJson, unzigzag, WireBytes } from './wire-bytes';

/** What a body has that the schema does not know. */
export interface UnknownFields {
  /** The first numbers of fields, as far as they are few. */
  readonly numbers: Set<number>;
  count: number;
}

const MOST_NUMBERS = 10;
const WIRE = { varint: 0, fixed64: 1, counted: 2, groupStart: 3, groupEnd: 4, fixed32: 5 } as const;

/** The JSON text of a message, with the names of the schema. @throws Undecodable */
export function protobufJson(
  bytes: Buffer,
  message: ProtobufMessage,
  budget = new Budget(),
): { json: string; unknown: UnknownFields } {
  const unknown: UnknownFields = { numbers: new Set(), count: 0 };
  const json = new Reader(budget, unknown).message(bytes, message, 1);
  return { json, unknown };
}

/** Of a field: a JSON text, the texts of a list, those of a map by key, or the parts of a message to merge. */
interface Held {
  readonly field: ProtobufField;
  readonly values: string[];
  readonly byKey: Map<string, string>;
  readonly parts: Buffer[];
}

class Reader {
  constructor(
    private readonly budget: Budget,
    private readonly unknown: UnknownFields,
  ) {}

  message(bytes: Buffer, message: ProtobufMessage, depth: number): string {
    const held = this.read(bytes, message, depth);
    const parts: string[] = [];
    for (const each of held.values()) {
      const name = this.budget.text(`${JSON.stringify(each.field.name)}:`);
      parts.push(`${name}${this.json(each, depth)}`);
    }
    return `{${parts.join(',')}}`;
  }

  private read(bytes: Buffer, message: ProtobufMessage, depth: number): Map<number, Held> {
    this.budget.level(depth);
    const from = new WireBytes(bytes);
    const held = new Map<number, Held>();
    while (from.left > 0) {
      const { number, wire } = tagOf(from);
      const field = message.fields.get(number);
      if (field === undefined || !fits(field, wire)) {
        this.note(number);
        this.skip(from, wire, number, depth);
        continue;
      }
      this.budget.value();
      const into = held.get(number) ?? { field, values: [], byKey: new Map<string, string>(), parts: [] };
      held.set(number, into);
      this.field(from, wire, into, depth);
    }
    return held;
  }

  private field(from: WireBytes, wire: number, { field, values, byKey, parts }: Held, depth: number): void {
    if (field.isMap && field.message !== null) {
      const entry = this.read(from.counted(from.varint()), field.message, depth + 1);
      const [key, value] = [entry.get(1), entry.get(2)];
      const keyJson = key?.values.at(-1) ?? defaultOf(field.message.fields.get(1));
      const name = keyJson.startsWith('"') ? keyJson : `"${keyJson}"`;
      byKey.set(name, value === undefined ? defaultOf(field.message.fields.get(2)) : this.json(value, depth + 1));
      return;
    }
    if (field.type === 'message' && field.message !== null) {
      const part = from.counted(from.varint());
      if (field.repeated) values.push(this.message(part, field.message, depth + 1));
      else parts.push(part);
      return;
    }
    if (wire === WIRE.counted && wireOf(field.type) !== WIRE.counted) {
      const packed = new WireBytes(from.counted(from.varint()));
      while (packed.left > 0) {
        this.budget.value();
        values.push(this.budget.text(scalarJson(packed, field)));
      }
      return;
    }
    values.push(this.budget.text(scalarJson(from, field)));
  }

  private json({ field, values, byKey, parts }: Held, depth: number): string {
    if (field.isMap) return `{${[...byKey].map(([key, value]) => `${key}:${value}`).join(',')}}`;
    // parts of one message that are sent apart are one message
    if (field.message !== null && !field.repeated) {
      const [first = Buffer.alloc(0)] = parts;
      return this.message(parts.length < 2 ? first : Buffer.concat(parts), field.message, depth + 1);
    }
    return field.repeated ? `[${values.join(',')}]` : (values.at(-1) ?? 'null');
  }

  private skip(from: WireBytes, wire: number, number: number, depth: number): void {
    this.budget.leaveOut();
    if (wire === WIRE.varint) from.varint();
    else if (wire === WIRE.fixed64) from.take(8);
    else if (wire === WIRE.counted) from.counted(from.varint());
    else if (wire === WIRE.fixed32) from.take(4);
    else if (wire === WIRE.groupStart) this.skipGroup(from, number, depth);
    else throw new Undecodable(told('byte {at} has a field type that does not exist', { at: from.at }));
  }

  private skipGroup(from: WireBytes, outer: number, depth: number): void {
    this.budget.level(depth);
    for (;;) {
      const { number, wire } = tagOf(from);
      if (wire !== WIRE.groupEnd) this.skip(from, wire, number, depth + 1);
      else if (number === outer) return;
      else throw new Undecodable(told('byte {at} ends a group that was not started', { at: from.at }));
    }
  }

  private note(number: number): void {
    this.unknown.count += 1;
    if (this.unknown.numbers.size < MOST_NUMBERS) this.unknown.numbers.add(number);
  }
}

function tagOf(from: WireBytes): { readonly number: number; readonly wire: number } {
  const at = from.at;
  const tag = from.varint();
  const number = Number(tag >> 3n);
  if (number === 0 || tag > 0xffff_ffffn) throw new Undecodable(told('byte {at} is not the start of a field', { at }));
  return { number, wire: Number(tag & 7n) };
}

function wireOf(type: string): number {
  if (type === 'string' || type === 'bytes' || type === 'message') return WIRE.counted;
  if (type === 'double' || type === 'fixed64' || type === 'sfixed64') return WIRE.fixed64;
  return type === 'float' || type === 'fixed32' || type === 'sfixed32' ? WIRE.fixed32 : WIRE.varint;
}

/** Numbers of a list come one by one or packed, whatever the schema says. */
function fits({ type, repeated }: ProtobufField, wire: number): boolean {
  return wire === wireOf(type) || (repeated && wire === WIRE.counted);
}

const SCALARS: Readonly<Record<string, (from: WireBytes) => string>> = {
  // 64 bits are texts: a JSON number of a browser has 53
  int64: (from) => `"${BigInt.asIntN(64, from.varint())}"`,
  uint64: (from) => `"${from.varint()}"`,
  sint64: (from) => `"${from.zigzag()}"`,
  fixed64: (from) => `"${from.take(8).readBigUInt64LE()}"`,
  sfixed64: (from) => `"${from.take(8).readBigInt64LE()}"`,
  int32: (from) => String(BigInt.asIntN(32, from.varint())),
  uint32: (from) => String(BigInt.asUintN(32, from.varint())),
  sint32: (from) => String(BigInt.asIntN(32, unzigzag(BigInt.asUintN(32, from.varint())))),
  fixed32: (from) => String(from.take(4).readUInt32LE()),
  sfixed32: (from) => String(from.take(4).readInt32LE()),
  bool: (from) => String(from.varint() !== 0n),
  double: (from) => floatJson(from.take(8).readDoubleLE()),
  float: (from) => floatJson(shortFloat(from.take(4).readFloatLE())),
  bytes: (from) => base64Json(from.counted(from.varint())),
};

function scalarJson(from: WireBytes, { type, name, names }: ProtobufField): string {
  if (type === 'enum') {
    const number = Number(BigInt.asIntN(32, from.varint()));
    const known = names?.get(number);
    return known === undefined ? String(number) : JSON.stringify(known);
  }
  if (type === 'string') return textJson(from.counted(from.varint()), name);
  const read = SCALARS[type];
  if (read === undefined) throw new Undecodable(told('the schema has an unknown type: {type}', { type }));
  return read(from);
}

/** The shortest decimal that is the same float: 0.1, and not 0.10000000149011612. */
function shortFloat(value: number): number {
  for (let digits = 6; digits <= 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

/** Of an entry of a map that leaves out its key or value. */
function defaultOf(field: ProtobufField | undefined): string {
  if (field === undefined) return 'null';
  switch (field.type) {
    case 'message':
      return '{}';
    case 'enum':
      return JSON.stringify(field.names?.get(0) ?? 0);
    case 'string':
    case 'bytes':
      return '""';
    case 'bool':
      return 'false';
    default:
      return field.type.endsWith('64') ? '"0"' : '0';
  }
}
