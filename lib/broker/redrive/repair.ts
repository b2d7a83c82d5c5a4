import { isDeepStrictEqual } from 'node:util';

import { applyPatch, Pointer } from 'rfc6902';

import type { EditableMessage } from '../../model/message/editable-message';
import { MOST_NESTED, nestingOf } from '../../model/json/json-layout';
import { LIMITS } from '../../model/limits';
import { written as stays } from '../../model/language/retell';
import { LEFT_OUT } from '../../model/redrive/left-out';
import type { FieldConversion, PatchOperation, RepairRule } from '../../model/redrive/redrive-edits';

export type Repaired =
  | { readonly kind: 'changed'; readonly message: EditableMessage }
  /** It stays a dead letter. */
  | { readonly kind: 'not-applicable'; readonly why: string };

/** Applies a rule to one message, whole or not at all. Pure. */
export function repairMessage(message: EditableMessage, rule: RepairRule): Repaired {
  const removed = rule.removeProperties ?? [];
  const properties = Object.fromEntries(Object.entries(message.properties).filter(([name]) => !removed.includes(name)));
  const repaired: EditableMessage = {
    ...message,
    tag: rule.tag === undefined ? message.tag : rule.tag,
    properties: { ...properties, ...rule.setProperties },
  };
  const patched = patchBody(message.text, rule);
  if (patched.kind === 'not-applicable') return patched;
  const changed: EditableMessage = { ...repaired, text: patched.text };
  if (isSame(message, changed)) return { kind: 'not-applicable', why: stays(LEFT_OUT.same) };
  return { kind: 'changed', message: changed };
}

function patchBody(
  text: string | null,
  { patch = [], convert = [] }: RepairRule,
): { readonly kind: 'patched'; readonly text: string | null } | (Repaired & { readonly kind: 'not-applicable' }) {
  if (patch.length + convert.length === 0) return { kind: 'patched', text };
  if (text === null) return { kind: 'not-applicable', why: stays(LEFT_OUT.notText) };
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { kind: 'not-applicable', why: stays(LEFT_OUT.notJson) };
  }
  if (body === null || typeof body !== 'object') return { kind: 'not-applicable', why: stays(LEFT_OUT.notObject) };
  if (nestingOf(text) > MOST_NESTED)
    return { kind: 'not-applicable', why: stays(LEFT_OUT.tooDeep, { most: MOST_NESTED }) };
  if (hasLossyNumber(text)) return { kind: 'not-applicable', why: stays(LEFT_OUT.lossy) };
  for (const operation of patch) {
    if (overwrites(body, operation))
      return { kind: 'not-applicable', why: stays(LEFT_OUT.overwrites, { path: operation.path }) };
    if (!isApplied(body, operation)) return { kind: 'not-applicable', why: whyNot(operation) };
    // Each copy can double it.
    if (operation.op === 'copy' && written(body) === null) return { kind: 'not-applicable', why: tooLarge() };
  }
  for (const conversion of convert) {
    const why = convertField(body, conversion);
    if (why !== null) return { kind: 'not-applicable', why };
  }
  const patched = written(body);
  return patched === null ? { kind: 'not-applicable', why: tooLarge() } : { kind: 'patched', text: patched };
}

/** A number as JSON writes it: no zeros before it, no spaces. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Why the value of a field cannot become what the rule says; null: it is that now. */
function convertField(body: object, { path, to }: FieldConversion): string | null {
  const place = placeOf(body, path);
  if (place === null) return stays(LEFT_OUT.noPath, { path });
  const converted = CONVERT[to](place.parent[place.key]);
  if (converted === undefined) return stays(LEFT_OUT.notConverted, { path, to });
  place.parent[place.key] = converted;
  return null;
}

interface Place {
  readonly parent: Record<string, unknown>;
  readonly key: string;
}

const LIST_INDEX = /^\d+$/;

/** Where the JSON has a value; null: nowhere. The library also walks into text and into what objects inherit. */
function placeOf(body: object, path: string): Place | null {
  let place: Place | null = null;
  let value: unknown = body;
  for (const key of Pointer.fromJSON(path).tokens.slice(1)) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) return null;
    // A list has its length as well.
    if (Array.isArray(value) && !LIST_INDEX.test(key)) return null;
    place = { parent: value as Record<string, unknown>, key };
    value = place.parent[key];
  }
  return place;
}

const CONVERT: Readonly<Record<FieldConversion['to'], (value: unknown) => string | number | boolean | undefined>> = {
  number: (value) => {
    if (typeof value === 'number') return value;
    if (typeof value !== 'string' || !JSON_NUMBER.test(value)) return undefined;
    return sameNumber(value, JSON.stringify(Number(value))) ? Number(value) : undefined;
  },
  text: (value) => {
    if (typeof value === 'string') return value;
    return typeof value === 'number' || typeof value === 'boolean' ? JSON.stringify(value) : undefined;
  },
  boolean: (value) =>
    value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined,
};

const tooLarge = (): string => stays(LEFT_OUT.tooLarge, { bytes: LIMITS.bodyBytes });

/** Null: it is too large, or deeper than JSON can be written. */
function written(body: object): string | null {
  try {
    const text = JSON.stringify(body);
    return text.length > LIMITS.bodyBytes ? null : text;
  } catch {
    return null;
  }
}

function isApplied(body: object, operation: PatchOperation): boolean {
  const { op, path } = operation;
  const isThere = (at: string) => at === '' || placeOf(body, at) !== null;
  if ((op === 'move' || op === 'copy') && !isThere(operation.from)) return false;
  const isNew = op === 'add' || op === 'move' || op === 'copy';
  if (isNew ? !hasRoomFor(body, path) : !isThere(path)) return false;
  // The library compares by the shortest list of changes: time and memory are the square of a list's length.
  if (op === 'test') return isDeepStrictEqual(Pointer.fromJSON(path).get(body), operation.value);
  // Each on its own: it goes on after an operation that failed.
  const [failure] = applyPatch(body, [operation]);
  return failure == null;
}

/** Whether a move or a copy would replace another field that is there. */
function overwrites(body: object, operation: PatchOperation): boolean {
  if (operation.op !== 'move' && operation.op !== 'copy') return false;
  if (operation.path === operation.from || placeOf(body, operation.from) === null) return false;
  const place = placeOf(body, operation.path);
  // A list makes room for it.
  return place !== null && !Array.isArray(place.parent);
}

/** Whether the path is of an object or a list that is there, and a list has such an index. */
function hasRoomFor(body: object, path: string): boolean {
  const end = path.lastIndexOf('/');
  if (end === -1) return false;
  const above = path.slice(0, end);
  const place = above === '' ? null : placeOf(body, above);
  if (above !== '' && place === null) return false;
  const parent = place === null ? body : place.parent[place.key];
  if (parent === null || typeof parent !== 'object') return false;
  const key = path.slice(end + 1);
  return Array.isArray(parent) ? key === '-' || LIST_INDEX.test(key) : key !== '__proto__';
}

function whyNot(operation: PatchOperation): string {
  const { path } = operation;
  if (operation.op === 'test') return stays(LEFT_OUT.otherValue, { path });
  if (operation.op === 'move' || operation.op === 'copy') return stays(LEFT_OUT.noFrom, { from: operation.from, path });
  return stays(operation.op === 'add' ? LEFT_OUT.noPlace : LEFT_OUT.noPath, { path });
}

const STRING = /"(?:[^"\\]|\\.)*"/g;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Whether reading and writing the JSON would change a number: ids beyond 2^53, decimals of more digits. */
function hasLossyNumber(json: string): boolean {
  for (const [token] of json.replaceAll(STRING, '""').matchAll(NUMBER))
    if (!sameNumber(token, JSON.stringify(Number(token)))) return true;
  return false;
}

/** No number that JavaScript writes has so many digits, and to compare a million of them takes a minute. */
const MOST_DIGITS = 400;

/** 1.50 and 1.5 are the same; 9007199254740993 and 9007199254740992 are not. */
function sameNumber(one: string, other: string): boolean {
  if (one.length > MOST_DIGITS) return false;
  return one === other || digitsOf(one) === digitsOf(other);
}

/** Sign, digits without zeros at the ends, and the exponent that goes with them. */
function digitsOf(number: string): string {
  const [mantissa = '', exponent = '0'] = number.toLowerCase().split('e');
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  if (kept === '') return '0';
  return `${sign}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`;
}

function isSame(one: EditableMessage, other: EditableMessage): boolean {
  return (
    one.tag === other.tag &&
    one.text === other.text &&
    JSON.stringify(one.keys) === JSON.stringify(other.keys) &&
    sorted(one.properties) === sorted(other.properties)
  );
}

function sorted(properties: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(properties).toSorted(([one], [other]) => one.localeCompare(other)));
}
