// npm run language: brings the catalogues of lib/language in line with the messages of the sources. New messages come
// in without a translation, messages that are gone leave; the order is that of the sources.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { parseSync, Visitor } from 'oxc-parser';

import { listSourceFiles, readSource } from './checks/source-files.mjs';
import { TRANSLATIONS } from './config/language.mjs';
import { projectRoot } from './project-root.mjs';

const PRODUCT =
  /^(?:app|components|lib)\/.*\.tsx?$|^lib\/cli\/(?:redrive|prepare|progress|build|generate|install|tree-lock|fail|require-node|remote\/.*)\.mjs$/;
/** A test makes its list of all commands, with the summary of each operation. */
const COMMANDS = 'docs/integrate/command-line.md';
/** Descriptions of the fields that commands take, from the API document: lib/cli/remote/help.db.test.ts writes it. */
const FIELDS = 'lib/language/fields.json';
const TEST = /\.test\.tsx?$|^lib\/testing\//;
/** Their first argument is a message. */
export const MARKS = new Set(['t', 'pieces', 'msg', 'titled', 'phrases', 'said', 'told']);

/** @returns {Promise<{ file: string, text: string }[]>} */
export async function listProductFiles() {
  const files = (await listSourceFiles()).filter((file) => PRODUCT.test(file) && !TEST.test(file));
  return files.map((file) => ({ file, text: readSource(file) }));
}

/** A page brings the messages of the frame along, and those of the areas that it names. The first that fits counts. */
const AREAS = Object.entries(JSON.parse(readFileSync(join(projectRoot, 'lib/language/areas.json'), 'utf8'))).map(
  ([area, { files }]) => ({ area, files: new RegExp(files.join('|')) }),
);

export function areaOf(file) {
  return AREAS.find(({ files }) => files.test(file))?.area ?? 'frame';
}

/** The text of a literal, in one line; undefined: it is computed. */
export function literalText(node) {
  const text =
    node?.type === 'Literal' && typeof node.value === 'string'
      ? node.value
      : node?.type === 'TemplateLiteral' && node.expressions.length === 0
        ? node.quasis[0].value.cooked
        : undefined;
  return text?.replace(/\s*\n\s*/g, ' ');
}

/** By text: a check asks for them more than once, and parsing is what takes its time. */
const known = new Map();

/** The messages of a source, in its order. `program`: it is parsed already. */
export function messagesIn(file, text, program) {
  let found = known.get(text);
  if (found === undefined) known.set(text, (found = readMessages(file, text, program)));
  return found;
}

const MARKED = new RegExp(`\\b(?:${[...MARKS].join('|')})\\(`);

function readMessages(file, text, program) {
  if (!MARKED.test(text)) return [];
  const found = [];
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type !== 'Identifier' || !MARKS.has(callee.name)) return;
      const message = literalText(first);
      if (message !== undefined) found.push(message);
    },
  }).visit(program ?? parseSync(file, text).program);
  return found;
}

/** By area, each message once. */
export function messagesByArea(sources) {
  const areas = new Map(AREAS.map(({ area }) => [area, new Set()]));
  for (const { file, text } of sources)
    for (const message of messagesIn(file, text)) areas.get(areaOf(file))?.add(message);
  for (const summary of summariesOfCommands()) areas.get('cli')?.add(summary);
  for (const description of JSON.parse(readSource(FIELDS))) areas.get('fields')?.add(description);
  return areas;
}

/** The help of the command line shows them. */
function summariesOfCommands() {
  const rows = readSource(COMMANDS).matchAll(/^\| `redrive (?:[^|]|\\\|)*\| (.*) \|$/gm);
  return [...rows].map(([, summary]) => summary.replace(/ \(attached clusters\)$/, '').replaceAll('\\|', '|'));
}

export function readCatalogue(language, area) {
  try {
    return JSON.parse(readFileSync(pathOf(language, area), 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}

function pathOf(language, area) {
  return join(projectRoot, 'lib', 'language', language, `${area}.json`);
}

/** What a catalogue is when it holds these messages, with what is translated anywhere. */
export function completed(messages, area, elsewhere) {
  return Object.fromEntries([...messages].map((message) => [message, area[message] || elsewhere.get(message) || '']));
}

export function readAll(language) {
  const areas = new Map(AREAS.map(({ area }) => [area, readCatalogue(language, area)]));
  const elsewhere = new Map(
    [...areas.values()].flatMap((area) => Object.entries(area)).filter(([, text]) => text !== ''),
  );
  return { areas, elsewhere };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const byArea = messagesByArea(await listProductFiles());
  for (const language of TRANSLATIONS) {
    const { areas, elsewhere } = readAll(language);
    let missing = 0;
    for (const [area, messages] of byArea) {
      const catalogue = completed(messages, areas.get(area), elsewhere);
      missing += Object.values(catalogue).filter((text) => text === '').length;
      writeFileSync(pathOf(language, area), `${JSON.stringify(catalogue, null, 2)}\n`);
    }
    process.stdout.write(`${language}: ${missing} messages without a translation\n`);
  }
  const { pagesBehind } = await import('./translations.mjs');
  for (const sentence of pagesBehind()) process.stdout.write(`${sentence}\n`);
}
