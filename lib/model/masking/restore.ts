import { told, type Told } from '../language/t';
import type { EditableMessage } from '../message/editable-message';
import { MOST_NESTED, nestingOf } from '../json/json-layout';
import type { MessageEdit } from '../redrive/redrive-edits';
import type { FoundValue } from './find-values';
import { hiddenValues, hideInProperties, hidingProperty, replaceValues } from './hide';
import { hidesBody, type MaskingRule } from './rule';
import { placeholderOf } from './words';

type Edit = Omit<MessageEdit, 'messageId'>;
export type Restored = { readonly edit: Edit } | { readonly problem: Told; readonly field: 'body' | 'properties' };

/**
 * The edit of a person from whom the rules hide parts of the message, with the hidden values in their places again.
 * What stood in the place of a value must still stand there, so that what is not shown is neither changed nor moved.
 * Pure.
 */
export function restoreHidden(before: EditableMessage, edit: Edit, rules: readonly MaskingRule[]): Restored {
  const body = edit.body === undefined ? undefined : restoreBody(before.text ?? '', edit.body, rules);
  if (body !== undefined && 'problem' in body) return { ...body, field: 'body' };
  const properties =
    edit.properties === undefined ? undefined : restoreProperties(before.properties, edit.properties, rules);
  if (properties !== undefined && 'problem' in properties) return { ...properties, field: 'properties' };
  return {
    edit: {
      ...edit,
      ...(body === undefined ? {} : { body: body.text }),
      ...(properties === undefined ? {} : { properties: properties.properties }),
    },
  };
}

function restoreBody(
  before: string,
  edited: string,
  rules: readonly MaskingRule[],
): { readonly text: string } | { readonly problem: Told } {
  const hiding = rules.filter(hidesBody);
  if (hiding.length === 0) return { text: edited };
  const names = hiding.map(({ name }) => name);
  if (hiding.some(({ wholeBody }) => wholeBody))
    return { problem: told('masking rule {names} hides the body from you', { names }) };
  const was = hiddenValues(before, hiding);
  if (was === 'too-much')
    return {
      problem: told('the body is too large to apply masking rule {names}, so it is hidden from you', { names }),
    };
  if (was === 'not-json')
    return { problem: told('the body is not JSON, so masking rule {names} hides all of it from you', { names }) };
  const now = hiddenValues(edited, hiding);
  if (now === 'too-much')
    return { problem: told('the edited body is too large to apply masking rule {names}', { names }) };
  if (now === 'not-json')
    return { problem: told('masking rule {names} hides parts of the body from you, so it must stay JSON', { names }) };
  if (nestingOf(before) > MOST_NESTED || nestingOf(edited) > MOST_NESTED)
    return {
      problem: told('JSON with more than {most} levels cannot be edited while masking rule {names} hides parts of it', {
        ...{ most: MOST_NESTED, names },
      }),
    };
  const originals = new Map(was.map((value) => [value.pointer, before.slice(value.start, value.end)]));
  const isPlaceholder = ({ start, end, rule }: FoundValue): boolean =>
    edited.slice(start, end) === JSON.stringify(placeholderOf(rule));
  const added = now.find((value) => !originals.has(value.pointer) && !isPlaceholder(value));
  if (added !== undefined && now.length > was.length)
    return {
      problem: told('masking rule {rule} hides the value at {pointer}, so it cannot be added', {
        ...{ pointer: added.pointer, rule: added.rule },
      }),
    };
  const isInPlace = now.every((value) => originals.has(value.pointer) && isPlaceholder(value));
  const isOnce = originals.size === was.length && new Set(now.map(({ pointer }) => pointer)).size === now.length;
  if (!isInPlace || !isOnce || now.length !== was.length)
    return { problem: told('each value that masking rule {names} hides must stay in its place, as shown', { names }) };
  const text = replaceValues(edited, now, ({ pointer }) => originals.get(pointer) ?? '');
  return { text };
}

function restoreProperties(
  before: Readonly<Record<string, string>>,
  edited: Readonly<Record<string, string>>,
  rules: readonly MaskingRule[],
): { readonly properties: Record<string, string> } | { readonly problem: Told } {
  const shown = hideInProperties(before, rules);
  const names = new Set([...Object.keys(before), ...Object.keys(edited)]);
  const wrong = [...names].find((name) => hidingProperty(name, rules) !== null && edited[name] !== shown[name]);
  if (wrong !== undefined) {
    const by = hidingProperty(wrong, rules)?.name ?? '';
    return {
      problem: told('masking rule {by} hides property {name} from you, so it must stay as shown', { by, name: wrong }),
    };
  }
  const back = Object.entries(edited).map(([name, value]): [string, string] => [
    name,
    hidingProperty(name, rules) === null ? value : (before[name] ?? value),
  ]);
  return { properties: Object.fromEntries(back) };
}
