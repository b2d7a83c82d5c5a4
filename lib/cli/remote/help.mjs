// What a command does, from the summaries and descriptions of the document; completion of a shell.
import { usageOf } from './arguments.mjs';
import { COMMON } from './commands.mjs';
import { MADE } from './made.mjs';
import { msg, t } from './speech.mjs';

const EFFECTS = {
  read: msg('Changes nothing'),
  change: msg('Changes data'),
  destructive: msg('Cannot be undone: asks first'),
};

export function helpOf(command) {
  const flags = command.fields.filter(({ place, path }) => place !== 'path' && !command.positionals.includes(path[0]));
  const [summary, effect] = [t(command.summary), t(EFFECTS[command.effect])];
  return [
    t('{summary}.', { summary }),
    '',
    t('Usage: {command}', { command: usageOf(command) }),
    t('{effect}. Permission: {permission}.', { effect, permission: command.permission }),
    ...(flags.length === 0 ? [] : ['', t('Fields:'), ...flags.map(lineOf)]),
    '',
    t('Options:'),
    ...Object.entries(COMMON).map(([name, { text }]) => row(`--${name}`, t(text))),
  ].join('\n');
}

function lineOf({ flag, type, description, options, required, multiple, nullable }) {
  const value = type === 'boolean' ? '' : ` <${options?.join('|') ?? type}>`;
  const notes = [
    description,
    required ? t('Required') : '',
    multiple ? t('May be repeated') : '',
    nullable ? t('"null" is allowed') : '',
    type === 'time' ? t('ISO 8601, or {example}', { example: 'now-6h' }) : '',
  ];
  return row(`--${flag}${value}`, notes.filter((note) => note !== '').join('. '));
}

const row = (left, text) =>
  (left.length > 30 ? `  ${left}\n${' '.repeat(34)}${text}` : `  ${left.padEnd(32)}${text}`).trimEnd();

/** All commands, or those of a resource. */
export function listOf(commands, resource) {
  const all = [...commands, ...MADE].filter(({ words }) => resource === undefined || words.split(' ')[0] === resource);
  const sorted = all.toSorted((a, b) => (a.words < b.words ? -1 : 1));
  return sorted.map(({ words, summary }) => row(words, t(summary))).join('\n');
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
