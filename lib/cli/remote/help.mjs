// What a command does, from the summaries and descriptions of the document; completion of a shell.
import { usageOf } from './arguments.mjs';
import { COMMON } from './commands.mjs';
import { MADE } from './made.mjs';
import { msg, t, tellField } from './speech.mjs';
import { row, wrapped } from './wrap.mjs';

const EFFECTS = {
  read: msg('Changes nothing'),
  change: msg('Changes data'),
  destructive: msg('Cannot be undone: asks first'),
};

const INDENT = 34;
/** Below it there is no room for texts beside the flags. */
const NARROW = 64;

/** @param width of the terminal; undefined: nothing is wrapped */
export function helpOf(command, width) {
  const [summary, effect] = [t(command.summary), t(EFFECTS[command.effect])];
  const flags = flagsOf(command);
  const line = (text) => wrapped(text, width, 2).join('\n');
  return [
    line(t('{summary}.', { summary })),
    '',
    line(t('Usage: {command}', { command: usageOf(command) })),
    line(t('{effect}. Permission: {permission}.', { effect, permission: command.permission })),
    ...(flags.length === 0 ? [] : ['', t('Fields:'), ...flags.map((field) => fieldRow(field, command, width))]),
    '',
    t('Options:'),
    ...Object.entries(COMMON).map(([name, { text }]) => rowOf(`--${name}`, t(text), width)),
  ].join('\n');
}

/** The fields that are given by name. */
export function flagsOf({ fields, positionals }) {
  return fields.filter(({ place, path }) => place !== 'path' && !positionals.includes(path[0]));
}

function fieldRow(field, command, width) {
  const { flag, type, description, options, required, multiple, nullable } = field;
  const value = type === 'boolean' ? '' : ` <${options?.join('|') ?? type}>`;
  const notes = [
    withFlags(tellField(description), field, command),
    required ? t('Required') : '',
    multiple ? t('May be repeated') : '',
    nullable && !description.includes('`null`') ? t('`null` is allowed') : '',
    type === 'time' ? t('ISO 8601, or {example}', { example: 'now-6h' }) : '',
  ].filter((note) => note !== '');
  const text = notes.length === 0 ? '' : notes.reduce((first, second) => t('{first}. {second}', { first, second }));
  return rowOf(`--${flag}${value}`, text, width);
}

/** `clearBelow` of the API is --clear-below here. */
function withFlags(description, { path: [parent] }, { fields, positionals }) {
  return description.replaceAll(/`([a-z]+[A-Za-z]*)`/g, (code, name) => {
    const others = fields.filter(({ path }) => path.at(-1) === name);
    const other = others.find(({ path }) => path.length > 1 && path[0] === parent) ?? others[0];
    if (other === undefined) return code;
    return positionals.includes(other.path[0]) ? `<${other.flag}>` : `--${other.flag}`;
  });
}

function rowOf(left, text, width) {
  return row(`  ${left}`, text, { width, indent: width < NARROW ? 6 : INDENT });
}

/** All commands, or those of a resource. */
export function listOf(commands, resource, width) {
  const all = [...commands, ...MADE].filter(({ words }) => resource === undefined || words.split(' ')[0] === resource);
  const sorted = all.toSorted((a, b) => (a.words < b.words ? -1 : 1));
  return sorted.map(({ words, summary }) => rowOf(words, t(summary), width)).join('\n');
}

const SCRIPTS = {
  bash: `_redrive() {
  local IFS=$'\\n'
  local words="$(redrive complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)"
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _redrive redrive`,
  zsh: `#compdef redrive
_redrive() { compadd -- \${(f)"$(redrive complete "\${(@)words[2,CURRENT]}" 2>/dev/null)"} }
compdef _redrive redrive`,
  fish: `complete -c redrive -f -a '(redrive complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'`,
};

export const completionScript = (shell) => SCRIPTS[shell];

/** @param typed the words before the cursor; the last one is not finished */
export function completions(commands, typed) {
  const all = [...commands, ...MADE];
  const done = typed.slice(0, -1);
  if (done.length === 0)
    return [...new Set(all.map(({ words }) => words.split(' ')[0])), 'login', 'commands', 'help', 'completion'];
  const next = all.filter(({ words }) => words.split(' ')[0] === done[0]).map(({ words }) => words.split(' ')[1]);
  if (done.length === 1 && next.some((word) => word !== undefined)) return next.filter((word) => word !== undefined);
  const command = all.find(({ words }) => words === done.slice(0, 2).join(' '));
  const before = command?.fields?.find(({ flag }) => `--${flag}` === done.at(-1));
  if (before?.options !== undefined) return before.options.map(String);
  const flags = (command?.fields ?? []).filter(({ place }) => place !== 'path').map(({ flag }) => `--${flag}`);
  return [...flags, ...Object.keys(COMMON).map((name) => `--${name}`)];
}
