import type { AvroType } from './avro-schema';
import { told } from '../language/t';
import { Budget, Undecodable } from './undecodable';
import { base64Json, floatJson, textJson, WireBytes } from './wire-bytes';

/** The JSON text of a value, which must be all of the bytes. @throws Undecodable */
export function avroJson(bytes: Buffer, type: AvroType): string {
  const reader = new Reader(new WireBytes(bytes), new Budget());
  const json = reader.value(type, 1);
  const { left } = reader.from;
  if (left > 0)
    throw new Undecodable(
      told('{count, number} of {all, number} bytes are left over', { count: left, all: bytes.length }),
    );
  return json;
}

class Reader {
  constructor(
    readonly from: WireBytes,
    private readonly budget: Budget,
  ) {}

  value(type: AvroType, depth: number): string {
    this.budget.value();
    this.budget.level(depth);
    switch (type.kind) {
      case 'record':
        return `{${type.fields
          .map(({ name, type: of }) => {
            const field = this.budget.text(`${JSON.stringify(name)}:`);
            return `${field}${this.value(of, depth + 1)}`;
          })
          .join(',')}}`;
      case 'array':
        return `[${this.blocks(() => this.value(type.of, depth + 1)).join(',')}]`;
      case 'map':
        return this.map(type.of, depth);
      case 'union':
        return this.value(this.chosen(type.branches, 'branch'), depth);
      case 'enum':
        return this.budget.text(JSON.stringify(this.chosen(type.symbols, 'symbol')));
      case 'fixed':
        return this.budget.text(base64Json(this.from.take(type.size)));
      default:
        return this.budget.text(this.scalar(type.kind));
    }
  }

  private map(of: AvroType, depth: number): string {
    const entries = new Map<string, string>();
    this.blocks(() => {
      const key = this.budget.text(textJson(this.text(), null));
      entries.set(key, this.value(of, depth + 1));
      return '';
    });
    return `{${[...entries].map(([key, value]) => `${key}:${value}`).join(',')}}`;
  }

  /** Blocks of a count and so many values, the last one of none. After a negative count is its size in bytes. */
  private blocks(read: () => string): string[] {
    const values: string[] = [];
    for (;;) {
      let count = this.from.zigzag();
      if (count === 0n) return values;
      if (count < 0n) {
        count = -count;
        this.from.varint();
      }
      // one by one: the budget ends what only declares to be large
      for (let index = 0n; index < count; index += 1n) values.push(read());
    }
  }

  private chosen<T>(of: readonly T[], what: string): T {
    const index = this.from.zigzag();
    const found = index < 0n || index >= BigInt(of.length) ? undefined : of[Number(index)];
    if (found === undefined)
      throw new Undecodable(
        what === 'branch'
          ? told('byte {at} names a branch that is not in the schema', { at: this.from.at })
          : told('byte {at} names a symbol that is not in the schema', { at: this.from.at }),
      );
    return found;
  }

  private text(): Buffer {
    return this.from.counted(this.from.zigzag());
  }

  private scalar(kind: 'null' | 'boolean' | 'int' | 'long' | 'float' | 'double' | 'bytes' | 'string'): string {
    switch (kind) {
      case 'null':
        return 'null';
      case 'boolean': {
        const byte = this.from.byte();
        if (byte > 1) throw new Undecodable(told('byte {at} is neither true nor false', { at: this.from.at - 1 }));
        return String(byte === 1);
      }
      case 'int': {
        const value = this.from.zigzag();
        if (BigInt.asIntN(32, value) !== value)
          throw new Undecodable(told('a number at byte {at} is not an int', { at: this.from.at }));
        return String(value);
      }
      case 'long':
        return `"${this.from.zigzag()}"`;
      case 'float':
        return floatJson(this.from.take(4).readFloatLE());
      case 'double':
        return floatJson(this.from.take(8).readDoubleLE());
      case 'bytes':
        return base64Json(this.text());
      case 'string':
        return textJson(this.text(), null);
    }
  }
}
