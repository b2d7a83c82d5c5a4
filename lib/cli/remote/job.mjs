// Plan, start and follow a re-drive; print what comes.
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { readerHasLeft } from '../reader.mjs';
import { call } from './connection.mjs';
import { CliError } from './failure.mjs';
import { safe } from './output.mjs';
import { msg, t } from './speech.mjs';

const EVERY_MS = 2000;

/** An alarm about dead letters says group and cause, where the caller names neither. */
export async function fillFromAlarm(connection, find, body) {
  if (body.incident === undefined || body.group !== undefined) return body;
  const alarm = await call(connection, find('alarms get'), { params: { id: body.incident }, query: {} });
  const chooses = ['messageIds', 'deadLetterIds', 'filter', 'redrive', 'all'].some((name) => body[name] !== undefined);
  const set = alarm.cause === null ? { all: true } : { filter: { cause: alarm.cause } };
  return { ...body, group: alarm.subject, ...(chooses ? {} : set) };
}

/** @returns the exit code: 0 each message was consumed or sent, 1 some were not, or it was stopped */
export async function watchRun(connection, find, id, { isJson, print }) {
  let before = '';
  for (;;) {
    const run = await call(connection, find('redrive get'), { params: { id }, query: {} });
    const line = lineOf(run);
    if (isJson ? isOver(run) : line !== before) print(isJson ? run : line);
    before = line;
    if (isOver(run)) return await endOf(run, print, isJson);
    if (readerHasLeft()) return 0;
    await wait(EVERY_MS);
  }
}

const STATES = {
  ...{ canary: msg('canary'), ramp: msg('ramp'), releasing: msg('releasing') },
  ...{ paused: msg('paused'), stopped: msg('stopped'), cancelled: msg('cancelled'), completed: msg('completed') },
};

/** A later server may have others. */
const wordOf = (state) => t(STATES[state] ?? state);

function lineOf({ id, group, state, phase, counts, failing }) {
  const { selected, consumed, sent, retrying, diedAgain, notYetFetched, inFlight } = counts;
  const parts = [
    [inFlight, msg('{count} in flight')],
    [retrying, msg('{count} retrying')],
    [diedAgain, msg('{count} failed again')],
    [notYetFetched, msg('{count} not fetched yet')],
  ].flatMap(([count, words]) => (count > 0 ? [t(words, { count })] : []));
  const done = t('{consumed} of {selected} consumed', { consumed: consumed + sent, selected });
  const trouble = failing === null ? '' : ` ${t('Failing: {why}', { why: safe(failing.why) })}`;
  const facts = [wordOf(state === 'running' ? phase : state), done, ...parts];
  return `${t('{id} {group}: {facts}.', { id, group: safe(group), facts })}${trouble}`;
}

function isOver({ state, counts }) {
  if (state === 'stopped' || state === 'cancelled') return true;
  return state === 'completed' && counts.inFlight + counts.retrying + counts.notYetFetched === 0;
}

const STOPPED = msg(
  'Stopped by its rule ({rule}): {consumed} of {selected} messages were consumed, {diedAgain} failed again.',
);
const ENDED = msg('Ended ({state}): {consumed} of {selected} messages were consumed, {diedAgain} failed again.');

async function endOf({ state, stop, counts }, print, isJson) {
  const { selected, consumed, sent, notFailed, diedAgain } = counts;
  const isGood = state === 'completed' && consumed + sent + notFailed === selected;
  if (!isJson)
    print(
      isGood
        ? t('Verified: {selected} of {selected} messages were consumed.', { selected })
        : t(state === 'stopped' ? STOPPED : ENDED, {
            ...{
              rule: stop?.rule ?? t('unknown'),
              state: wordOf(state),
              selected,
              diedAgain,
              consumed: consumed + sent,
            },
          }),
    );
  return isGood ? 0 : 1;
}

/** Messages of a topic or dead letters of a group that were not there before. */
export async function tail(connectionOf, argv, find, print) {
  const options = Object.fromEntries(
    ['topic', 'group', 'server', 'profile', 'workspace', 'count'].map((name) => [name, { type: 'string' }]),
  );
  let given;
  try {
    given = parseArgs({ args: argv, options: { ...options, json: { type: 'boolean' } }, strict: true }).values;
  } catch (error) {
    throw new CliError(2, error.message);
  }
  const { topic, group, json } = given;
  if ((topic === undefined) === (group === undefined))
    throw new CliError(
      2,
      t('Specify what to follow: "redrive tail --topic orders" or "redrive tail --group orders-billing".'),
    );
  const connection = connectionOf(given);
  const command = (await find(connection.server))(topic === undefined ? 'dlq list' : 'messages find');
  const idOf = ({ messageId, group: of, generation }) => `${messageId} ${of} ${generation}`;
  const read = async () => {
    const query = topic === undefined ? { group } : { topic };
    return (await call(connection, command, { params: {}, query: { ...query, limit: 50 } })).items;
  };
  let known = new Set((await read()).map(idOf));
  let left = Number(given.count ?? Infinity);
  while (left > 0 && !readerHasLeft()) {
    await wait(1000);
    const items = await read();
    for (const item of items
      .filter((each) => !known.has(idOf(each)))
      .toReversed()
      .slice(0, left)) {
      print(json === true ? item : tailLine(item));
      left -= 1;
    }
    known = new Set([...known, ...items.map(idOf)].slice(-5000));
  }
  return 0;
}

function tailLine({ messageId, topic, storedAt, deadAt, bodyBytes, keys, key, errorType, errorMessage }) {
  const what =
    deadAt === undefined
      ? `${bodyBytes} bytes ${(keys ?? []).join(',')}`
      : `${key ?? ''} ${errorType ?? ''} ${errorMessage ?? ''}`;
  return safe(`${deadAt ?? storedAt} ${topic} ${messageId} ${what}`).trimEnd();
}
