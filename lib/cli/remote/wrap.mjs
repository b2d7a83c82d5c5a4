// Lines of a terminal: text that continues below its own beginning, in any language.
import { widthOf } from './output.mjs';

const WIDE = '\\u2e80-\\u9fff\\uac00-\\ud7a3\\uf900-\\ufaff\\uff01-\\uff60';
/** Code, a flag with its value, one wide character, or a word. */
const PARTS = new RegExp(`\`[^\`]*\`|--[a-z-]+ <[a-z]+>|[${WIDE}]|[^\\s${WIDE}\`]+|\\s+|\``, 'gu');
const WIDE_ONE = new RegExp(`^[${WIDE}][。、）]?$`, 'u');
const NEVER_FIRST = /^[、。，．：；？！）」』】〉》”’%ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.;:!?)\]]/u;
const NEVER_LAST = /[（「『【〈《“‘([]$/u;

/**
 * `left`, then the text in lines of at most `width` columns from `indent` on.
 * @param width undefined: one line, as a pipe gets it
 */
export function row(left, text, { width, indent }) {
  const start = left === '' ? '' : left.padEnd(indent);
  if (widthOf(left) > indent - 2) return [...wrapped(left, width, 6), ...textLines(text, width, indent)].join('\n');
  const [first = '', ...rest] = textLines(text, width, indent);
  return [`${start}${first.slice(indent)}`.trimEnd(), ...rest].join('\n');
}

function textLines(text, width, indent) {
  const space = ' '.repeat(indent);
  return text === '' ? [] : lines(text, width === undefined ? Infinity : width - indent).map((line) => space + line);
}

/** A line of alternatives or of words, whose further lines are indented. */
export function wrapped(line, width, indent) {
  if (width === undefined) return [line];
  const [, margin, text] = /^(\s*)(.*)$/.exec(line);
  const [first, ...rest] = lines(text, width - margin.length, width - indent);
  return [margin + first, ...rest.map((each) => ' '.repeat(indent) + each)];
}

function lines(text, most, further = most) {
  const found = [[]];
  for (const unit of unitsOf(text)) {
    const limit = found.length === 1 ? most : further;
    const line = found.at(-1);
    if (line.length > 0 && widthOf(`${line.join('')}${unit}`.trimEnd()) > limit) found.push([unit]);
    else line.push(unit);
  }
  const [before, last] = found.slice(-2);
  // One character alone below its word is hard to read.
  if (last !== undefined && before.length > 1 && WIDE_ONE.test(last.join('').trim())) last.unshift(before.pop());
  return found.map((units) => units.join('').trim());
}

/** What stays together: a word with its punctuation and the space after it. Alternatives (a|b) may be parted. */
function unitsOf(text) {
  const units = [];
  let joins = false;
  for (const part of (text.match(PARTS) ?? []).flatMap((each) => each.split(/(?<=[|])/))) {
    if (joins || /^\s/.test(part) || NEVER_FIRST.test(part)) units.push((units.pop() ?? '') + part);
    else units.push(part);
    joins = NEVER_LAST.test(part);
  }
  return units;
}
