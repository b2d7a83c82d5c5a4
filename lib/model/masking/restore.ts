import type { EditableMessage } from '../message/editable-message';
import { MOST_NESTED, nestingOf } from '../json/json-layout';
import type { MessageEdit } from '../redrive/redrive-edits';
import type { FoundValue } from './find-values';
import { hiddenValues, hideInProperties, hidingProperty, replaceValues } from './hide';
import { hidesBody, type MaskingRule } from './rule';
import { placeholderOf } from './words';

type Edit = Omit<MessageEdit, 'messageId'>;
export type Restored = { readonly edit: Edit } | { readonly problem: string; readonly field: 'body' | 'properties' };

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
): { readonly text: string } | { readonly problem: string } {
  const hiding = rules.filter(hidesBody);
  if (hiding.length === 0) return { text: edited };
  const names = hiding.map(({ name }) => name).join(', ');
  if (hiding.some(({ wholeBody }) => wholeBody)) return { problem: `the body is hidden from you by rule ${names}` };
  const was = hiddenValues(before, hiding);
  if (was === 'too-much')
    return { problem: `the body is too large for the paths of rule ${names}, and hidden from you` };
  if (was === 'not-json') return { problem: `the body is not JSON and hidden from you by rule ${names}` };
  const now = hiddenValues(edited, hiding);
  if (now === 'too-much') return { problem: `the body would be too large for the paths of rule ${names}` };
  if (now === 'not-json')
    return { problem: `parts of the body are hidden from you by rule ${names}, so it must stay JSON` };
  if (nestingOf(before) > MOST_NESTED || nestingOf(edited) > MOST_NESTED)
    return {
      problem: `JSON of more than ${MOST_NESTED} levels cannot be edited while rule ${names} hides parts of it`,
    };
  const originals = new Map(was.map((value) => [value.pointer, before.slice(value.start, value.end)]));
  const isPlaceholder = ({ start, end, rule }: FoundValue): boolean =>
    edited.slice(start, end) === JSON.stringify(placeholderOf(rule));
  const added = now.find((value) => !originals.has(value.pointer) && !isPlaceholder(value));
  if (added !== undefined && now.length > was.length)
    return { problem: `the value at ${added.pointer} has what rule ${added.rule} hides, so it cannot be added` };
  const isInPlace = now.every((value) => originals.has(value.pointer) && isPlaceholder(value));
  const isOnce = originals.size === was.length && new Set(now.map(({ pointer }) => pointer)).size === now.length;
  if (!isInPlace || !isOnce || now.length !== was.length)
    return { problem: `each value that rule ${names} hides must stay in its place, as it is shown` };
  const text = replaceValues(edited, now, ({ pointer }) => originals.get(pointer) ?? '');
  return { text };
}

function restoreProperties(
  before: Readonly<Record<string, string>>,
  edited: Readonly<Record<string, string>>,
  rules: readonly MaskingRule[],
): { readonly properties: Record<string, string> } | { readonly problem: string } {
  const shown = hideInProperties(before, rules);
  const names = new Set([...Object.keys(before), ...Object.keys(edited)]);
  const wrong = [...names].find((name) => hidingProperty(name, rules) !== null && edited[name] !== shown[name]);
  if (wrong !== undefined) {
    const by = hidingProperty(wrong, rules)?.name ?? '';
    return { problem: `property ${wrong} is hidden from you by rule ${by}, so it must stay as it is shown` };
  }
  const back = Object.entries(edited).map(([name, value]): [string, string] => [
    name,
    hidingProperty(name, rules) === null ? value : (before[name] ?? value),
  ]);
  return { properties: Object.fromEntries(back) };
}
