import { told } from '../language/t';
import { Undecodable } from './undecodable';

export type AvroType =
  | { readonly kind: 'null' | 'boolean' | 'int' | 'long' | 'float' | 'double' | 'bytes' | 'string' }
  | { readonly kind: 'record'; readonly fields: { readonly name: string; readonly type: AvroType }[] }
  | { readonly kind: 'enum'; readonly symbols: readonly string[] }
  | { readonly kind: 'fixed'; readonly size: number }
  | { readonly kind: 'array' | 'map'; readonly of: AvroType }
  | { readonly kind: 'union'; readonly branches: readonly AvroType[] };

const SIMPLE = ['null', 'boolean', 'int', 'long', 'float', 'double', 'bytes', 'string'] as const;
const MOST_PARTS = 50_000;
const MOST_NESTED = 200;
const MOST_NAME = 1000;

/** @throws Undecodable */
export function readAvroSchema(text: string): AvroType {
  let schema: unknown;
  try {
    schema = JSON.parse(text);
  } catch {
    throw new Undecodable(told('the Avro schema is not JSON'));
  }
  return new SchemaReader().type(schema, '', 1);
}

type Fields = Readonly<Record<string, unknown>>;

class SchemaReader {
  private readonly named = new Map<string, AvroType>();
  private parts = 0;

  /** @param space the namespace it is in */
  type(schema: unknown, space: string, depth: number): AvroType {
    this.parts += 1;
    if (this.parts > MOST_PARTS)
      throw new Undecodable(told('the Avro schema has more than {most, number} parts', { most: MOST_PARTS }));
    if (depth > MOST_NESTED) throw new Undecodable(told('the Avro schema is nested too deep'));
    if (typeof schema === 'string') return this.byName(schema, space);
    if (Array.isArray(schema)) {
      if (schema.length === 0) throw new Undecodable(told('the Avro schema has a union without branches'));
      return { kind: 'union', branches: schema.map((branch) => this.type(branch, space, depth + 1)) };
    }
    if (typeof schema !== 'object' || schema === null)
      throw new Undecodable(told('the Avro schema has a type that is not valid'));
    return this.complex(schema as Fields, space, depth);
  }

  private complex(schema: Fields, space: string, depth: number): AvroType {
    const { type } = schema;
    switch (type) {
      case 'array':
        return { kind: 'array', of: this.type(schema['items'], space, depth + 1) };
      case 'map':
        return { kind: 'map', of: this.type(schema['values'], space, depth + 1) };
      case 'enum':
        return this.keep(schema, space, { kind: 'enum', symbols: listOf(schema['symbols'], 'symbols').map(toSymbol) });
      case 'fixed':
        return this.keep(schema, space, { kind: 'fixed', size: sizeOf(schema['size']) });
      case 'record':
      case 'error':
        return this.record(schema, space, depth);
      default:
        // {"type": "long", "logicalType": …}: it is shown as it is stored
        return this.type(type, space, depth + 1);
    }
  }

  private record(schema: Fields, space: string, depth: number): AvroType {
    const record = { kind: 'record' as const, fields: [] as { name: string; type: AvroType }[] };
    // known before its fields: it may have itself in them
    this.keep(schema, space, record);
    const full = fullName(schema, space);
    const inner = full.slice(0, Math.max(0, full.lastIndexOf('.')));
    const names = new Set<string>();
    for (const field of listOf(schema['fields'], 'fields')) {
      const { name, type } = (typeof field === 'object' && field !== null ? field : {}) as Fields;
      if (typeof name !== 'string' || names.has(name))
        throw new Undecodable(told('the Avro schema has a record with a missing or repeated field name'));
      names.add(name);
      record.fields.push({ name, type: this.type(type, inner, depth + 1) });
    }
    return record;
  }

  private keep(schema: Fields, space: string, type: AvroType): AvroType {
    const name = fullName(schema, space);
    if (this.named.has(name)) throw new Undecodable(told('the Avro schema has two types named {name}', { name }));
    this.named.set(name, type);
    return type;
  }

  private byName(name: string, space: string): AvroType {
    const simple = SIMPLE.find((one) => one === name);
    if (simple !== undefined) return { kind: simple };
    const found =
      this.named.get(name.includes('.') || space === '' ? name : `${space}.${name}`) ?? this.named.get(name);
    if (found === undefined)
      throw new Undecodable(told('the Avro schema has no type {name}', { name: name.slice(0, 100) }));
    return found;
  }
}

function fullName({ name, namespace }: Fields, space: string): string {
  if (typeof name !== 'string' || name === '') throw new Undecodable(told('the Avro schema has a type without a name'));
  const own = name.includes('.') ? '' : typeof namespace === 'string' ? namespace : space;
  if (own.length + name.length > MOST_NAME)
    throw new Undecodable(
      told('the Avro schema has a name of more than {most, number} characters', { most: MOST_NAME }),
    );
  return own === '' ? name : `${own}.${name}`;
}

function toSymbol(value: unknown): string {
  if (typeof value !== 'string')
    throw new Undecodable(told('the Avro schema has an enum with a symbol that is not text'));
  return value;
}

function listOf(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new Undecodable(told('the Avro schema has a type without {part}', { part: what }));
  return value;
}

function sizeOf(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new Undecodable(told('the Avro schema has a fixed type without a size'));
  return value;
}
