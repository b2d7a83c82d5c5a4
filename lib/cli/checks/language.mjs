// Every message has its translations (lib/language), and the console shows no other text.
import { parseSync, Visitor } from 'oxc-parser';

import { readModuleGraph } from './module-graph.mjs';
import { NO_TEXT, TRANSLATIONS } from '../config/language.mjs';
import {
  areaOf,
  completed,
  listProductFiles,
  literalText,
  MARKS,
  messagesByArea,
  messagesIn,
  readAll,
} from '../language.mjs';

export const name = 'messages have translations, and the console shows no other text';
/** What is generated must be there. */
export const readsGenerated = true;

/** A folder of components, or a file of app; the page of the kit is for who develops it. */
const SHOWN = /^(?:app|components)\/(?!ui-kit\/)/;
/** What people see or hear of an element. */
const SPOKEN =
  /^(?:aria-(?:label|description|roledescription|valuetext)|alt|description|hint|label|note|placeholder|title|submitLabel)$/;
const UNSPOKEN = /^(?:className|style|key|id|href|d|viewBox|data-.*)$/;
const LETTERS = /\p{L}{2}/u;
/** Chinese and Japanese have their own: between(',') and quoted() of lib/model/language/t.ts, enumerated() of list.ts. */
const PUNCTUATION = /[,:;.“”()]/;
/** Between two values. A colon after the type of an error stays as programs write it. */
const BETWEEN_VALUES = /^[,;] $|^ ?[“(]$/;
/** "Now", "last attempt": words, and no name of a class, a key or a value. */
const WORDS = /^[A-Z][a-z]+(?:[ ,.:;…]|$)|\p{Ll}{2,}[,.:;]? \p{L}{2,}|\p{Ll}{2}…/u;

export async function run() {
  const sources = await listProductFiles();
  const texts = findTexts(sources);
  return [
    ...findUntranslated(messagesByArea(sources)),
    ...texts,
    ...findPagesWithout(sources, await readModuleGraph()),
  ];
}

function findUntranslated(byArea) {
  return TRANSLATIONS.flatMap((language) => {
    const { areas, elsewhere } = readAll(language);
    return [...byArea].flatMap(([area, messages]) => {
      const is = areas.get(area);
      const file = `lib/language/${language}/${area}.json`;
      const missing = [...messages]
        .filter((message) => !is[message])
        .map((message) => `${file}: no translation of "${message}"`);
      const isInLine = JSON.stringify(completed(messages, is, elsewhere)) === JSON.stringify(is);
      return missing.length > 0 || isInLine
        ? missing
        : [`${file} is not in line with the sources: run "npm run language"`];
    });
  });
}

const PAGE = /^app\/.*\b(?:page|layout)\.tsx$/;
/** What a browser runs of a page; the rest is of the server, which has all messages. */
const IN_BROWSER = /^(?:app|components|lib\/model)\//;

/** A page brings along the messages of everything that it can show. */
function findPagesWithout(sources, graph) {
  const areas = new Map(
    sources.filter(({ file, text }) => messagesIn(file, text).length > 0).map(({ file }) => [file, areaOf(file)]),
  );
  return sources
    .filter(({ file }) => PAGE.test(file))
    .flatMap(({ file, text }) => {
      const needed = new Set([...reachable(file, graph)].map((one) => areas.get(one)));
      const named = /(?:areas: |speechFor\()\[([^\]]*)\]/.exec(text)?.[1] ?? '';
      const missing = [...needed].filter(
        (area) => area !== undefined && area !== 'frame' && !named.includes(`'${area}'`),
      );
      return missing.length === 0 ? [] : [`${file} shows messages of ${missing.join(', ')}: name them in its areas`];
    });
}

function reachable(file, graph) {
  const found = new Set([file]);
  for (const one of found)
    for (const { to, typeOnly } of graph.get(one)?.imports ?? [])
      if (to !== null && !typeOnly && IN_BROWSER.test(to) && !PAGE.test(to)) found.add(to);
  return found;
}

/** @param {{ file: string, text: string }[]} sources */
export function findTexts(sources) {
  return sources
    .filter(({ file }) => SHOWN.test(file) && !file.startsWith('app/api/'))
    .flatMap(({ file, text }) => textsIn(file, text).map((found) => `${file}: "${found}" is no message: t('…')`));
}

/** Texts of a source that a person would read and that are no messages. Its messages are noted on the way. */
export function textsIn(file, source) {
  const { program } = parseSync(file, source);
  messagesIn(file, source, program);
  const found = [];
  const skipped = [];
  const skip = (node) => node && skipped.push([node.start, node.end]);
  const isSkipped = (node) => skipped.some(([start, end]) => node.start >= start && node.end <= end);
  new Visitor({
    ImportDeclaration: ({ source: from }) => skip(from),
    ExpressionStatement: ({ directive, expression }) => directive && skip(expression),
    CallExpression({ callee, arguments: given }) {
      const called = callee.type === 'Identifier' ? callee.name : '';
      if (MARKS.has(called)) skip(given[0]);
      if (called === 'classNames') given.forEach(skip);
      if (callee.type === 'MemberExpression' && callee.property.name === 'join') {
        const { value } = given[0] ?? {};
        if (typeof value === 'string' && BETWEEN_VALUES.test(value)) found.push(value);
      }
      // Selectors, and errors of the code itself.
      if (
        callee.type === 'MemberExpression' &&
        /^(?:querySelector(?:All)?|closest|matches)$/.test(callee.property.name)
      )
        given.forEach(skip);
    },
    NewExpression: ({ callee, arguments: given }) =>
      callee.type === 'Identifier' && callee.name === 'Error' && given.forEach(skip),
    TSLiteralType: skip,
    // A value that is compared.
    BinaryExpression({ operator, left, right }) {
      if (/^(?:[!=]==|in)$/.test(operator)) [left, right].filter(({ type }) => type === 'Literal').forEach(skip);
    },
    SwitchCase: ({ test }) => test?.type === 'Literal' && skip(test),
    JSXAttribute({ name: { name: attribute }, value }) {
      if (value === null) return;
      if (value.type !== 'Literal') {
        if (UNSPOKEN.test(attribute)) skip(value);
        return;
      }
      if (SPOKEN.test(attribute) && LETTERS.test(value.value)) found.push(value.value);
      skip(value);
    },
    JSXText: ({ value }) =>
      (LETTERS.test(value) || PUNCTUATION.test(value)) && found.push(value.trim().replace(/\s+/g, ' ')),
    JSXExpressionContainer({ expression }) {
      const text = literalText(expression);
      if (text !== undefined && !LETTERS.test(text) && /^[,:;] ?$/.test(text)) found.push(text);
    },
    Literal(node) {
      const text = literalText(node);
      // A selector of elements.
      if (text !== undefined && /[[\]]/.test(text)) return;
      if (text !== undefined && !isSkipped(node) && WORDS.test(text) && !NO_TEXT.has(text)) found.push(text);
    },
    TemplateLiteral(node) {
      const text = node.quasis.map(({ value }) => value.cooked).join(' ');
      if (isSkipped(node)) return;
      if (WORDS.test(text)) found.push(text);
      else found.push(...node.quasis.map(({ value }) => value.cooked).filter((part) => BETWEEN_VALUES.test(part)));
    },
  }).visit(program);
  return found.filter((text) => !NO_TEXT.has(text));
}
