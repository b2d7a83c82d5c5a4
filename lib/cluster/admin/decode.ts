import { isNamed } from '../../model/errors';
import { isRecord, type Loose, type LooseRecord, parseLooseJson } from '../wire/loose-json';
import type { Fields } from '../wire/frame';

/** An answer that is not what it must be; nothing is guessed. */
export class DecodeError extends Error {
  static override [Symbol.hasInstance](error: unknown): boolean {
    return isNamed(error, 'DecodeError');
  }

  override readonly name = 'DecodeError';
}

export function jsonOf(body: Buffer): Loose {
  try {
    return parseLooseJson(body.toString('utf8'));
  } catch (error) {
    throw new DecodeError(`the answer is no JSON: ${error instanceof Error ? error.message : ''}`, { cause: error });
  }
}

export function recordOf(value: Loose | undefined, what: string): LooseRecord {
  return isRecord(value) ? value : wrong(what, 'an object');
}

export function listOf(value: Loose | undefined, what: string): readonly Loose[] {
  return Array.isArray(value) ? (value as readonly Loose[]) : wrong(what, 'a list');
}

/** A map with objects as keys; without entries it is an empty object. */
export function pairsOf(
  value: Loose | undefined,
  what: string,
): readonly (readonly [LooseRecord, Loose | undefined])[] {
  if (isRecord(value) && Object.keys(value).length === 0) return [];
  return listOf(value, what).map((pair) => {
    const [key, item] = listOf(pair, what);
    return [recordOf(key, `a key of ${what}`), item] as const;
  });
}

export function textOf(value: Loose | undefined, what: string): string {
  return typeof value === 'string' ? value : wrong(what, 'a text');
}

export function wholeOf(value: Loose | undefined, what: string): number {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : wrong(what, 'a whole number');
}

export function flagOf(value: Loose | undefined, what: string): boolean {
  return typeof value === 'boolean' ? value : wrong(what, 'true or false');
}

/** Absent or null is null. */
export function optional<T>(
  read: (value: Loose | undefined, what: string) => T,
  value: Loose | undefined,
  what: string,
): T | null {
  return value === undefined || value === null ? null : read(value, what);
}

export function fieldWhole(fields: Fields, name: string): number {
  const text = fields[name];
  if (text === undefined || !/^-?\d{1,16}$/.test(text)) return wrong(name, 'a whole number');
  return wholeOf(Number(text), name);
}

/** Newer brokers may answer in parts, and say of how many: a part must not pass for the whole. */
export function requireWholeTable(fields: Fields, total: string, rows: number): void {
  if (fields[total] === undefined || fieldWhole(fields, total) <= rows) return;
  throw new DecodeError(`the answer has ${rows} of ${fields[total]} rows`);
}

export function textMapOf(value: Loose | undefined, what: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(recordOf(value, what)).map(([key, item]) => [key, textOf(item, `${what}.${key}`)]),
  );
}

function wrong(what: string, wanted: string): never {
  throw new DecodeError(`${what} of the answer is not ${wanted}`);
}
