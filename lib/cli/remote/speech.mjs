// Texts of the command line in the language of its user. English is in the sources; the other languages are the
// catalogues `cli` and `fields` of lib/language, which are read when they are needed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../project-root.mjs';
import { CliError } from './failure.mjs';

const LANGUAGES = ['en', 'zh-CN', 'ja'];

let spoken = null;
let messages = {};
/** Descriptions of the fields of commands: only help shows them. */
let fields;
let plurals = new Intl.PluralRules('en');

/** zh_CN.UTF-8 or zh: zh-CN; null: a language that the command line does not speak. */
export function languageOf(locale) {
  const [name] = locale.toLowerCase().split(/[-_.@]/);
  return LANGUAGES.find((language) => language.split('-')[0] === name) ?? null;
}

/**
 * Takes --lang out of the arguments, else the locale of the environment.
 * @throws CliError 2
 */
export function takeLanguage(argv, env = process.env) {
  const rest = [...argv];
  // Words that a shell completes are no options yet.
  const at = argv[0] === 'complete' ? -1 : argv.findIndex((word) => word === '--lang' || word.startsWith('--lang='));
  const taken = at === -1 ? [] : rest.splice(at, argv[at] === '--lang' ? 2 : 1);
  const given = at === -1 ? undefined : (taken[1] ?? taken[0].slice('--lang='.length));
  speak(languageOf(given ?? localeOf(env)));
  if (given !== undefined && languageOf(given) === null)
    throw new CliError(2, `--lang must be one of ${LANGUAGES.join(', ')} (got ${given}).`);
  return rest;
}

/** As the locale of the environment says: for commands without options of their own. */
export function speakTerminal() {
  speak(languageOf(localeOf(process.env)));
}

function localeOf({ LC_ALL, LC_MESSAGES, LANG }) {
  return LC_ALL || LC_MESSAGES || LANG || '';
}

/** @param language null: English */
export function speak(language) {
  spoken = language === 'en' ? null : language;
  messages = readCatalogue('cli');
  fields = undefined;
  plurals = new Intl.PluralRules(language ?? 'en');
}

/** A folder without the catalogue leaves the command line in English. */
function readCatalogue(area) {
  if (spoken === null) return {};
  try {
    return JSON.parse(readFileSync(join(projectRoot, 'lib', 'language', spoken, `${area}.json`), 'utf8'));
  } catch {
    return {};
  }
}

/** A description of the API document. One of another version of the server has no translation. */
export function tellField(description) {
  fields ??= readCatalogue('fields');
  return fields[description] || description;
}

/** Marks a text that is said later: t(label). */
export const msg = (message) => message.replaceAll(/\s*\n\s*/g, ' ');

const CHOICE = /\{(\w+), plural,((?: \w+ \{[^}]*\})+)\}/g;

/**
 * {name}, and {name, plural, one {…} other {…}} with # for the number: the part of ICU MessageFormat that is used here.
 * A list of names is said with the marks of the language: "a, b"; a、b.
 */
export function t(message, values = {}) {
  return (messages[message] || message)
    .replaceAll(CHOICE, (_, name, choices) => {
      const texts = new Map([...choices.matchAll(/(\w+) \{([^}]*)\}/g)].map(([, key, text]) => [key, text]));
      return (texts.get(plurals.select(values[name])) ?? texts.get('other')).replaceAll('#', String(values[name]));
    })
    .replaceAll(/\{(\w+)\}/g, (_, name) => said(values[name]));
}

function said(value) {
  return Array.isArray(value) ? value.join(spoken === null ? ', ' : '、') : String(value);
}
