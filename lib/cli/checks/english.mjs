import { createRequire } from 'node:module';

import { WORDS } from '../config/words.mjs';
import { hashOf, recall, remember } from './memory.mjs';
import { listSourceFiles, readSource } from './source-files.mjs';

export const name = 'plain English (docs/reference/glossary.md)';

const READ = /\.(ts|tsx|js|mjs|css|sql|md|go|java|py|rs)$/;
/** Released, generated, or a quotation. */
const EXEMPT =
  /^prisma\/(migrations|releases)\/|^lib\/store\/generated\/|^lib\/testing\/faults\/planted\/|^lib\/cli\/(checks\/english|config\/words)/;
/** The glossary names the words; the changelog is history, and the conformance page is generated. */
const EXEMPT_DOCUMENTS = /^CHANGELOG\.md$|^docs\/reference\/(glossary|conformance)\.md$/;
/** Statements in strings name columns. */
const STATEMENTS = /^lib\/store\//;
/** The parser of TypeScript takes longer to load than all the rest, and most runs meet no word that is new. */
let ts;
const ANY_WORD = new RegExp(`\\b(?:${WORDS.map(({ word }) => word.source).join('|')})\\b`, 'gi');

export async function run() {
  const rules = hashOf(['lib/cli/checks/english.mjs', 'lib/cli/config/words.mjs'].map(readSource).join(''));
  const last = recall('english');
  const known = last?.rules === rules ? last.found : {};
  const files = (await listSourceFiles(READ)).filter((file) => !EXEMPT.test(file) && !EXEMPT_DOCUMENTS.test(file));
  const found = Object.fromEntries(
    files.map((file) => {
      const text = readSource(file);
      const key = `${file} ${hashOf(text)}`;
      return [key, known[key] ?? findWords(file, text)];
    }),
  );
  remember('english', { rules, found });
  return Object.values(found).flat();
}

/** Words in comments, texts and documents; identifiers, code in documents and strings of one word are left out. */
export function findWords(file, text) {
  const matches = [...text.matchAll(ANY_WORD)];
  if (matches.length === 0) return [];
  const isText = textTest(file, text);
  return matches
    .filter(({ 0: found, index }) => !isQuoted(text, index, found.length) && isText(index))
    .map(({ 0: found, index }) => {
      const { instead } = WORDS.find(({ word }) => new RegExp(`^(?:${word.source})$`, 'i').test(found));
      return `${file}:${text.slice(0, index).split('\n').length} says "${found}"; write ${instead}`;
    });
}

function textTest(file, text) {
  if (file.endsWith('.md')) return isProse(text);
  if (!/\.(ts|tsx|js|mjs)$/.test(file)) return (index) => /--|\/[/*]|#|^\s*\*/.test(lineUpTo(text, index));
  ts ??= createRequire(import.meta.url)('typescript');
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  return (index) => {
    const node = innermost(tree, index);
    if (index < node.getStart(tree) || !isLeaf(node)) return true;
    if (node.kind === ts.SyntaxKind.JsxText) return true;
    const isString = ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node);
    return isString && node.text.includes(' ') && !STATEMENTS.test(file);
  };
}

/** A value or a name, such as the user "nobody". */
function isQuoted(text, index, length) {
  return /["'`]/.test(text[index - 1] ?? '') && text[index - 1] === text[index + length];
}

/** Outside fenced and inline code. */
function isProse(text) {
  const code = [...text.matchAll(/^```[\s\S]*?^```|`[^`\n]*`/gm)].map(({ 0: { length }, index }) => [
    index,
    index + length,
  ]);
  return (index) => !code.some(([start, end]) => start <= index && index < end);
}

function lineUpTo(text, index) {
  return text.slice(text.lastIndexOf('\n', index) + 1, index);
}

/** The deepest node around a place, the comments before it included. */
function innermost(node, index) {
  const child = ts.forEachChild(node, (one) => (one.pos <= index && index < one.end ? one : undefined));
  return child === undefined ? node : innermost(child, index);
}

/** What is in a node that has children, but in none of them, is a comment: the words are no keywords. */
function isLeaf(node) {
  return ts.isIdentifier(node) || ts.isPrivateIdentifier(node) || ts.isLiteralExpression(node) || ts.isToken(node);
}
