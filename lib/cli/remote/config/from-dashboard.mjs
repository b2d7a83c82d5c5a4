// redrive from-dashboard: the alarm settings of RocketMQ Dashboard as a file for "redrive apply". Needs no server.
import { readFileSync } from 'node:fs';

import { stringify } from 'yaml';

import { CliError } from '../failure.mjs';
import { safe } from '../output.mjs';
import { t } from '../speech.mjs';

const MINUTE_MS = 60_000;
const APPLY = 'redrive apply --workspace <cluster> -f -';
/** As the rules that a cluster gets when it is attached. */
const COMMON = {
  ...{ windowMs: 0, onUnknown: 'hold', unknownForMs: 5 * MINUTE_MS, repeatMs: 0, channels: null, enabled: true },
};

/**
 * What cannot become a rule is skipped: why is said in the file, and on standard error since the file is redirected.
 * @param path of monitor/consumerMonitorConfig.json in its data folder, or "-":
 *   {"billing": {"minCount": 1, "maxDiffTotal": 1000}}
 */
export function printFromDashboard([path = '-'], print) {
  const notes = [];
  const skipped = [];
  const rules = Object.entries(readGroups(path)).flatMap(([group, of]) => {
    if (!isObject(of)) {
      skipped.push(
        t('Skipped: {group}, because its settings must be an object (got {got}).', { group, got: json(of) }),
      );
      return [];
    }
    const backlog = wholeOf(of, 'maxDiffTotal', group, skipped);
    const clients = wholeOf(of, 'minCount', group, skipped);
    if (clients > 1)
      notes.push(
        t('{group}: minCount is {clients}; this rule fires when no client is connected for 2 minutes', {
          ...{ group, clients },
        }),
      );
    return [...(backlog > 0 ? [backlogRule(group, backlog)] : []), ...(clients > 0 ? [clientRule(group)] : [])];
  });
  const source = path === '-' ? 'RocketMQ Dashboard' : path;
  const head = [t('From {source}, for: {command}', { source, command: APPLY }), ...notes, ...skipped];
  const text = stringify({ redrive: 1, alarmRules: rules }, { lineWidth: 0 });
  print(`${head.map((line) => `# ${safe(line)}\n`).join('')}${text}`);
  for (const line of skipped) process.stderr.write(`${safe(line)}\n`);
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
    throw new CliError(
      2,
      error instanceof SyntaxError
        ? t('{path} is not JSON.', { path })
        : t('{path} cannot be read ({code}).', { path, code: error.code }),
    );
  }
  if (!isObject(found))
    throw new CliError(
      2,
      t('{path} is not the consumerMonitorConfig.json of RocketMQ Dashboard: it must name groups.', { path }),
    );
  return found;
}

/** Without a value there is no such alarm. */
function wholeOf(of, name, group, skipped) {
  const value = of[name] ?? 0;
  if (Number.isSafeInteger(value)) return value;
  skipped.push(
    t('Skipped: {name} of {group}, because it must be a whole number (got {got}).', {
      ...{ name, group, got: json(value) },
    }),
  );
  return 0;
}

const json = (value) => JSON.stringify(value);
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
