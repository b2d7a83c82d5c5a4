// redrive from-dashboard: the alarm settings of RocketMQ Dashboard as a file for "redrive apply". Needs no server.
import { readFileSync } from 'node:fs';

import { stringify } from 'yaml';

import { CliError } from '../failure.mjs';

const MINUTE_MS = 60_000;
/** As the rules that a cluster gets when it is attached. */
const COMMON = {
  ...{ windowMs: 0, onUnknown: 'hold', unknownForMs: 5 * MINUTE_MS, repeatMs: 0, channels: null, enabled: true },
};

/**
 * @param path of monitor/consumerMonitorConfig.json in its data folder, or "-":
 *   {"billing": {"minCount": 1, "maxDiffTotal": 1000}}
 */
export function printFromDashboard([path = '-'], print) {
  const notes = [];
  const rules = Object.entries(readGroups(path)).flatMap(([subject, of]) => {
    const backlog = wholeOf(path, subject, 'maxDiffTotal', of);
    const clients = wholeOf(path, subject, 'minCount', of);
    if (clients > 1)
      notes.push(` ${subject}: minCount is ${clients}; this rule fires when no client is connected for 2 minutes`);
    return [...(backlog > 0 ? [backlogRule(subject, backlog)] : []), ...(clients > 0 ? [clientRule(subject)] : [])];
  });
  const head = [
    ` From ${path === '-' ? 'RocketMQ Dashboard' : path}, for: redrive apply --workspace <cluster> -f -`,
    ...notes,
  ];
  print(
    `${head.map((line) => `#${line}\n`).join('')}${stringify({ redrive: 1, alarmRules: rules }, { lineWidth: 0 })}`,
  );
  return 0;
}

function backlogRule(subject, threshold) {
  const clearBelow = Math.max(1, Math.floor(threshold * 0.8));
  const times = { forMs: 5 * MINUTE_MS, clearForMs: 2 * MINUTE_MS };
  return { watch: 'backlog', subject, threshold, clearBelow, ...times, severity: 'warning', ...COMMON };
}

function clientRule(subject) {
  const times = { forMs: 0, clearForMs: 0 };
  return { watch: 'no-consumer', subject, threshold: 120, clearBelow: 1, ...times, severity: 'critical', ...COMMON };
}

function readGroups(path) {
  let found;
  try {
    found = JSON.parse(readFileSync(path === '-' ? 0 : path, 'utf8'));
  } catch (error) {
    const why = error instanceof SyntaxError ? 'it is not JSON' : error.code;
    throw new CliError(2, `${path} cannot be read (${why}).`);
  }
  if (!isObject(found) || !Object.values(found).every(isObject))
    throw new CliError(2, `${path} is not the consumerMonitorConfig.json of RocketMQ Dashboard: it must name groups.`);
  return found;
}

/** Without a value there is no such alarm. */
function wholeOf(path, group, name, of) {
  const value = of[name] ?? 0;
  if (!Number.isSafeInteger(value))
    throw new CliError(2, `${path}: ${name} of ${group} must be a whole number (got ${JSON.stringify(value)}).`);
  return value;
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
