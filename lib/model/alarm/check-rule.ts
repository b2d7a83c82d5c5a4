import { checkAll } from '../check-all';
import { formatCount } from '../count';
import { formatDuration } from '../duration';
import { BrokerError } from '../errors';
import { told } from '../language/t';
import type { EngineKind } from '../workspace';
import type { RuleFields } from './defaults';
import { ON_UNKNOWN, SEVERITIES } from './rule';
import { SIGNAL_NAMES, SIGNALS, signalsOf } from '../signal/signal';

const DAY_MS = 86_400_000;
const MAX_THRESHOLD = 1e12;
const MAX_CHANNELS = 50;
const MIN_REPEAT_MS = 60_000;
/**
 * Counted from steps of 10 s, which are kept for a day: the newest of them may not be written yet, so it alone says
 * nothing.
 */
const MIN_WINDOW_MS = 20_000;

/** @throws BrokerError bad-request with field, limit and value, and with every field that is wrong */
export function checkRule(rule: RuleFields, engine: EngineKind): void {
  const { watch, subject, threshold, clearBelow, windowMs, repeatMs, channelIds } = rule;
  if (!SIGNAL_NAMES.includes(watch)) refuse('watch', signalsOf(engine).join(', '), watch);
  const { told, window, subject: kind } = SIGNALS[watch];
  const isWholeBroker = kind === 'broker' && engine === 'embedded';
  checkAll([
    () => require(told[engine] === true, 'watch', `one that has a value here: ${told[engine]}`, watch),
    () => require(SEVERITIES.includes(rule.severity), 'severity', SEVERITIES.join(', '), rule.severity),
    () => require(ON_UNKNOWN.includes(rule.onUnknown), 'onUnknown', ON_UNKNOWN.join(', '), rule.onUnknown),
    () => require(subject === null || !isWholeBroker, 'subject', 'none for the broker', subject ?? ''),
    () =>
      require(threshold > 0 &&
        threshold <= MAX_THRESHOLD, 'threshold', `more than 0, at most ${formatCount(MAX_THRESHOLD)}`, threshold),
    () =>
      require(clearBelow > 0 &&
        clearBelow <=
          threshold, 'clearBelow', `more than 0, at most the threshold ${formatCount(threshold)}`, clearBelow),
    () => checkMs('windowMs', windowMs, window === null ? 0 : MIN_WINDOW_MS),
    ...(['forMs', 'clearForMs', 'unknownForMs', 'repeatMs'] as const).map(
      (field) => () => checkMs(field, rule[field], 0),
    ),
    () => require(!(repeatMs > 0 && repeatMs < MIN_REPEAT_MS), 'repeatMs', '0, or at least 1 m (60000 ms)', repeatMs),
    () =>
      require(channelIds === null ||
        channelIds.length <= MAX_CHANNELS, 'channelIds', `at most ${MAX_CHANNELS}`, channelIds?.length ?? 0),
  ]);
}

function checkMs(field: string, value: number, min: number): void {
  const isValid = Number.isInteger(value) && value >= min && value <= DAY_MS;
  require(isValid, field, `${formatDuration(min)} to ${formatDuration(DAY_MS)} (${min} to ${DAY_MS} ms)`, value);
}

function require(isValid: boolean, field: string, limit: string, value: string | number): void {
  if (!isValid) refuse(field, limit, value);
}

function refuse(field: string, limit: string, value: string | number): never {
  throw new BrokerError('bad-request', told('{field} must be {limit} (got {value}).', { field, limit, value }), {
    field,
    limit,
    value,
  });
}
