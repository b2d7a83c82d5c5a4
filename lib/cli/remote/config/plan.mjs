// What redrive apply would do: how the file differs from the server, who manages what, and what a change means.
import { isDeepStrictEqual } from 'node:util';

import { CliError } from '../failure.mjs';
import { safe } from '../output.mjs';
import { msg, t } from '../speech.mjs';
import { all } from './kind-parts.mjs';

export const titleOf = ({ kind, id }) => (kind.isSingle === true ? t(kind.one) : `${t(kind.one)} ${id}`);
export const markOf = ({ kind, id }) => ({ kind: kind.managed, name: kind.managedName ?? id });
const keyOf = ({ kind, name }) => `${kind} ${name}`;

/**
 * In the order in which they are made: what is removed goes last, and in reverse.
 * @param given `source` of the file, `takeOver`, `prune`, `pruneUnmanaged`, `secrets`
 * @returns changes; notes: lines about what stays; unmarked: entries of the file that it does not manage yet
 */
export async function compare(file, ask, find, given) {
  const managed = find('managed list') === undefined ? [] : await all(ask, 'managed list');
  const marks = new Map(managed.map((mark) => [keyOf(mark), mark]));
  const plan = { changes: [], removals: [], notes: [], unmarked: [] };
  for (const { kind, wanted } of file) {
    const entries = new Map((await kind.list(ask, find)).map((entry) => [entry.id, entry]));
    for (const { id, settings } of wanted) {
      const entry = entries.get(id);
      entries.delete(id);
      await judgeWanted(plan, { kind, id, entry, settings }, marks.get(keyOf(markOf({ kind, id }))), { ask, given });
    }
    if (kind.isSingle !== true) judgeOthers(plan, kind, [...entries.values()], marks, given);
  }
  const { changes, removals, notes, unmarked } = plan;
  return { changes: [...changes, ...removals], notes, unmarked };
}

async function judgeWanted(plan, { kind, id, entry, settings }, mark, { ask, given }) {
  const { source } = given;
  const drift = mark?.override === null || mark === undefined ? [] : [driftOf(mark, entry)];
  const differs = (name) =>
    kind.isCompared?.(name, given) !== false &&
    !(kind.isSame ?? isEqual)(name, settings[name], entry.settings[name], entry);
  const fields = entry === undefined ? Object.keys(settings) : Object.keys(settings).filter(differs);
  if (mark !== undefined && mark.source !== source && given.takeOver !== true) {
    // Nothing differs: then it stays as it is.
    if (entry !== undefined && fields.length === 0) return;
    const refusal = t('It is managed by {other}: --take-over lets {source} manage it.', { other: mark.source, source });
    plan.changes.push({ kind, id, entry, settings: {}, action: 'update', refusal });
  } else if (entry === undefined) plan.changes.push(await judged({ kind, id, settings, action: 'create', drift }, ask));
  else if (fields.length > 0) {
    const changed = Object.fromEntries(fields.map((name) => [name, settings[name]]));
    const withSecret = settings.secret === undefined ? changed : { ...changed, secret: settings.secret };
    plan.changes.push(await judged({ kind, id, entry, settings: withSecret, action: 'update', drift }, ask));
  } else {
    if (drift.length > 0)
      plan.notes.push(`= ${t('{entry} is as the file says.', { entry: titleOf({ kind, id }) })} ${drift[0]}`);
    if (mark === undefined || mark.override !== null || mark.source !== source) plan.unmarked.push({ kind, id });
  }
}

const isEqual = (_name, wanted, is) => isDeepStrictEqual(wanted, is);

const CHANGED = msg('Changed here by {by} at {time}: {reason}.');
const REMOVED = msg('Removed here by {by} at {time}: {reason}.');

/** "Changed here by anna@example.com at 2026-11-29 03:12Z: consumer was stuck." */
function driftOf({ override: { by, at, reason } }, entry) {
  return t(entry === undefined ? REMOVED : CHANGED, {
    ...{ by, time: `${at.slice(0, 16).replace('T', ' ')}Z`, reason: reason.replace(/[.!?]$/, '') },
  });
}

/** What the file does not name, of a kind that it has. */
function judgeOthers(plan, kind, others, marks, given) {
  const by = (entry) => marks.get(keyOf(markOf({ kind, id: entry.id })))?.source ?? null;
  const own = others.filter((entry) => by(entry) === given.source);
  const free = others.filter((entry) => by(entry) === null);
  const elsewhere = others.length - own.length - free.length;
  const removed = [...(given.prune ? own : []), ...(given.pruneUnmanaged ? free : [])];
  plan.removals.unshift(...removed.map((entry) => ({ kind, id: entry.id, entry, action: 'remove' })));
  const note = (count, says) => {
    if (count > 0) plan.notes.push(t('Not in the file, and left unchanged: {entries}', { entries: says }));
  };
  const named = (count) => t(kind.many, { count });
  if (!given.prune)
    note(
      own.length,
      t('{entries} that {source} managed (--prune removes them).', {
        ...{ entries: named(own.length), source: given.source },
      }),
    );
  if (!given.pruneUnmanaged)
    note(
      free.length,
      t('{entries} that no file manages (--prune-unmanaged removes them).', { entries: named(free.length) }),
    );
  note(elsewhere, t('{entries} of other files.', { entries: named(elsewhere) }));
}

/** The same checks as on the page: what it means for messages, or why the server refuses it. */
async function judged(change, ask) {
  try {
    const { kind, entry, settings } = change;
    kind.refuse?.(entry, settings);
    const effects = entry === undefined ? [] : ((await kind.effect?.(ask, entry, settings)) ?? []);
    return { ...change, effects };
  } catch (error) {
    if (!(error instanceof CliError) || error.exitCode !== 1) throw error;
    return { ...change, refusal: error.message };
  }
}

const SIGNS = { create: ['+', 'green'], update: ['~', 'yellow'], remove: ['-', 'red'] };

export function describe({ kind, id, entry, settings, action, effects = [], drift = [], refusal }, paint) {
  const [sign, colour] = SIGNS[action];
  const words = Object.entries(settings ?? {}).map(([name, value]) =>
    entry === undefined || !(name in entry.settings)
      ? `${name} ${valueOf(value)}`
      : `${name} ${valueOf(entry.settings[name])} → ${valueOf(value)}`,
  );
  const says = words.length === 0 ? '' : `: ${words.join(', ')}`;
  const notes = [...effects, ...(refusal === undefined ? [] : [t('refused: {reason}', { reason: refusal })])];
  return [
    paint(colour, safe(`${sign} ${titleOf({ kind, id })}${says}`)),
    ...drift.map((note) => paint('yellow', safe(`    ${t('{note} This is changed back.', { note })}`))),
    ...notes.map((note) => paint('red', safe(`    ${note}`))),
  ].join('\n');
}

const valueOf = (value) => (typeof value === 'string' ? value : JSON.stringify(value));
