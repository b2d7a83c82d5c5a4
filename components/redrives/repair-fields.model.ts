import type { EditsInput } from '@/lib/console/operations/redrives/views';
import { msg } from '@/lib/model/language/t';
import type { RuleDraft } from './edit.model';

type Rule = NonNullable<EditsInput['rule']>;
type Patch = NonNullable<Rule['patch']>;
type Conversions = NonNullable<Rule['convert']>;

export const CHANGE_KINDS = [
  { value: 'set', label: msg('set to') },
  { value: 'rename', label: msg('rename to') },
  { value: 'remove', label: msg('remove') },
  { value: 'number', label: msg('convert to number') },
  { value: 'text', label: msg('convert to text') },
  { value: 'boolean', label: msg('convert to true or false') },
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number]['value'];

/** One change of a field, as it was chosen and typed. */
export interface FieldChange {
  /** A JSON pointer. */
  readonly path: string;
  readonly kind: ChangeKind;
  /** The new value or the new name. */
  readonly value: string;
}

export interface SampleField {
  readonly path: string;
  readonly value: unknown;
}

const MOST_FIELDS = 200;

/** The fields of a JSON body, lists as a whole: their entries differ from message to message. Pure. */
export function fieldsOf(text: string | null): SampleField[] {
  const found: SampleField[] = [];
  const walk = (value: unknown, path: string): void => {
    if (found.length >= MOST_FIELDS) return;
    if (path !== '') found.push({ path, value });
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    for (const [name, inner] of Object.entries(value)) walk(inner, `${path}/${escaped(name)}`);
  };
  try {
    walk(JSON.parse(text ?? ''), '');
  } catch {
    return [];
  }
  return found;
}

/** What the form of a rule says: the changes of fields, or a patch that was typed in their place. */
export interface RepairDraft {
  readonly typed: Omit<RuleDraft, 'convert'>;
  readonly changes: readonly FieldChange[];
  /** The patch is that of `typed`. */
  readonly isByHand: boolean;
}

/** The same changes with the fields of a sample that came later: what they come to depends on it. Pure. */
export function draftOf({ typed, changes, isByHand }: RepairDraft, fields: readonly SampleField[]): RuleDraft {
  const { patch, convert } = ruleOf(changes, fields);
  return { ...typed, convert, patch: isByHand ? typed.patch : patchText(patch) };
}

/** Rows that name no field yet change nothing. */
export function isSameChange(one: readonly FieldChange[], other: readonly FieldChange[]): boolean {
  const named = (changes: readonly FieldChange[]): string => JSON.stringify(changes.filter(({ path }) => path !== ''));
  return named(one) === named(other);
}

export function needsValue(kind: ChangeKind): boolean {
  return kind === 'set' || kind === 'rename';
}

/** The rule that the changes come to; incomplete changes are left out. Pure. */
function ruleOf(
  changes: readonly FieldChange[],
  fields: readonly SampleField[],
): { readonly patch: Patch; readonly convert: Conversions } {
  const whole = changes.filter(({ path, kind, value }) => path.startsWith('/') && (!needsValue(kind) || value !== ''));
  return {
    patch: whole.flatMap((change) => operationOf(change, fields)),
    convert: whole.flatMap(({ path, kind }) =>
      kind === 'number' || kind === 'text' || kind === 'boolean' ? [{ path, to: kind }] : [],
    ),
  };
}

function operationOf({ path, kind, value }: FieldChange, fields: readonly SampleField[]): Patch {
  const known = fields.find((field) => field.path === path);
  switch (kind) {
    case 'set':
      return [{ op: known === undefined ? 'add' : 'replace', path, value: readValue(value, known?.value) }];
    case 'rename':
      return [{ op: 'move', from: path, path: `${path.slice(0, path.lastIndexOf('/'))}/${escaped(value)}` }];
    case 'remove':
      return [{ op: 'remove', path }];
    default:
      return [];
  }
}

/** A field that is a text in the sample stays one: "7" for it is no number. */
function readValue(text: string, sample: unknown): unknown {
  // So is one that the sample lacks or has as null: "12345" may be a postcode.
  if (sample === undefined || sample === null || typeof sample === 'string') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** As the fold shows it, an operation a line. Pure. */
function patchText(patch: Patch): string {
  return patch.length === 0 ? '' : `[${patch.map((operation) => JSON.stringify(operation)).join(',\n ')}]`;
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
