import type { EditsInput } from '@/lib/console/operations/redrives/views';
import type { EditableMessage } from '@/lib/model/message/editable-message';
import { jsonProblem } from '@/lib/model/json/json-problem';
import { t } from '@/lib/model/language/t';

/** What the editor of one message says, as it was typed. */
export interface EditDraft {
  readonly body: string;
  readonly tag: string;
  /** One a line. */
  readonly keys: string;
  /** name=value, one a line. */
  readonly properties: string;
}

interface ReadEdits {
  /** Null: nothing is changed. */
  readonly edits: EditsInput | null;
  readonly problem: string | null;
  /** Where the problem is. */
  readonly field?: 'body' | 'properties' | 'patch';
}

const NOTHING: ReadEdits = { edits: null, problem: null };

export function editDraftOf({ text, tag, keys, properties }: EditableMessage): EditDraft {
  return { body: text ?? '', tag: tag ?? '', keys: keys.join('\n'), properties: linesOf(properties) };
}

/** What of the message differs. A body that was JSON must stay JSON. Pure. */
export function readEdit(message: EditableMessage & { readonly messageId: string }, draft: EditDraft): ReadEdits {
  const was = editDraftOf(message);
  const edit: NonNullable<EditsInput['messages']>[number] = { messageId: message.messageId };
  if (draft.body !== was.body) {
    const problem = draft.body === '' ? t('The body must not be empty') : noLongerJson(was.body, draft.body);
    if (problem !== null) return { edits: null, problem, field: 'body' };
    edit.body = draft.body;
  }
  if (draft.tag !== was.tag) edit.tag = draft.tag.trim() === '' ? null : draft.tag.trim();
  if (draft.keys !== was.keys) edit.keys = filled(draft.keys);
  if (draft.properties !== was.properties) {
    const broken = Object.entries(message.properties).find(([name, value]) => /[\r\n]/.test(name + value));
    if (broken !== undefined) {
      const problem = t('Property {name} contains a line break, so properties cannot be edited here', {
        name: broken[0],
      });
      return { edits: null, problem, field: 'properties' };
    }
    const read = readProperties(draft.properties);
    if (read === null)
      return { edits: null, problem: t('Enter each property as name=value, one per line'), field: 'properties' };
    edit.properties = read;
  }
  return Object.keys(edit).length === 1 ? NOTHING : { edits: { messages: [edit] }, problem: null };
}

function noLongerJson(before: string, after: string): string | null {
  if (jsonProblem(before) !== null) return null;
  const problem = jsonProblem(after);
  return problem === null ? null : t('The body is no longer valid JSON: {problem}', { problem });
}

/** What the form of a rule says, as it was typed. */
export interface RuleDraft {
  readonly patch: string;
  readonly convert: NonNullable<Rule['convert']>;
  readonly set: string;
  readonly remove: string;
  readonly tag: string;
}

export const EMPTY_RULE: RuleDraft = { patch: '', convert: [], set: '', remove: '', tag: '' };

type Rule = NonNullable<EditsInput['rule']>;

/** Pure; paths and names are checked by the broker. */
export function readRule({ patch, convert, set, remove, tag }: RuleDraft): ReadEdits {
  const operations = readPatch(patch);
  if (typeof operations === 'string') return { edits: null, problem: operations, field: 'patch' };
  const properties = readProperties(set);
  if (properties === null)
    return { edits: null, problem: t('Enter each property as name=value, one per line'), field: 'properties' };
  const rule: Rule = {
    ...(operations.length === 0 ? {} : { patch: operations }),
    ...(convert.length === 0 ? {} : { convert }),
    ...(Object.keys(properties).length === 0 ? {} : { setProperties: properties }),
    ...(filled(remove).length === 0 ? {} : { removeProperties: filled(remove) }),
    ...(tag.trim() === '' ? {} : { tag: tag.trim() }),
  };
  return Object.keys(rule).length === 0 ? NOTHING : { edits: { rule }, problem: null };
}

const PATCH_EXAMPLE = '[{"op":"replace","path":…}]';

function readPatch(text: string): NonNullable<Rule['patch']> | string {
  if (text.trim() === '') return [];
  const problem = jsonProblem(text);
  if (problem !== null) return t('The JSON Patch is not valid JSON: {problem}', { problem });
  const read: unknown = JSON.parse(text);
  if (!Array.isArray(read) || read.length === 0)
    return t('A JSON Patch is a list: {example}', { example: PATCH_EXAMPLE });
  return read as NonNullable<Rule['patch']>;
}

function readProperties(lines: string): Record<string, string> | null {
  const written = lines.split(/\r?\n/).filter((line) => line.trim() !== '');
  // a value is what stands behind the sign, spaces too
  const pairs = written.map((line): [string, string] => {
    const at = line.indexOf('=');
    return at < 1 ? ['', ''] : [line.slice(0, at).trim(), line.slice(at + 1)];
  });
  return pairs.some(([name]) => name === '') ? null : Object.fromEntries(pairs);
}

function filled(lines: string): string[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function linesOf(properties: Readonly<Record<string, string>>): string {
  return Object.entries(properties)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
}
