import { checkAll } from '../check-all';
import { formatCount } from '../count';
import { formatDuration } from '../duration';
import { told, type Told } from '../language/t';
import { mustBe } from '../check-number';
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
  if (!SIGNAL_NAMES.includes(watch)) throw mustBe('watch', signalsOf(engine), watch);
  const { told: isTold, window, subject: kind } = SIGNALS[watch];
  const isWholeBroker = kind === 'broker' && engine === 'embedded';
  checkAll([
    () =>
      require(isTold[engine] === true, 'watch', told('a signal of this workspace: {reason}', {
        reason: String(isTold[engine]),
      }), watch),
    () => require(SEVERITIES.includes(rule.severity), 'severity', SEVERITIES, rule.severity),
    () => require(ON_UNKNOWN.includes(rule.onUnknown), 'onUnknown', ON_UNKNOWN, rule.onUnknown),
    () => require(subject === null || !isWholeBroker, 'subject', told('empty for the broker'), subject ?? ''),
    () =>
      require(threshold > 0 && threshold <= MAX_THRESHOLD, 'threshold', told('more than {above}, at most {most}', {
        above: 0,
        most: formatCount(MAX_THRESHOLD),
      }), threshold),
    () =>
      require(clearBelow > 0 && clearBelow <= threshold, 'clearBelow', told(
        'more than 0, at most the threshold {threshold}',
        { threshold: formatCount(threshold) },
      ), clearBelow),
    () => checkMs('windowMs', windowMs, window === null ? 0 : MIN_WINDOW_MS),
    ...(['forMs', 'clearForMs', 'unknownForMs', 'repeatMs'] as const).map(
      (field) => () => checkMs(field, rule[field], 0),
    ),
    () =>
      require(!(repeatMs > 0 && repeatMs < MIN_REPEAT_MS), 'repeatMs', told('0, or at least {time} ({ms} ms)', {
        time: formatDuration(MIN_REPEAT_MS),
        ms: MIN_REPEAT_MS,
      }), repeatMs),
    () =>
      require(channelIds === null || channelIds.length <= MAX_CHANNELS, 'channelIds', told('at most {most}', {
        most: MAX_CHANNELS,
      }), channelIds?.length ?? 0),
  ]);
}

function checkMs(field: string, value: number, min: number): void {
  const isValid = Number.isInteger(value) && value >= min && value <= DAY_MS;
  const times = { min: formatDuration(min), max: formatDuration(DAY_MS), minMs: min, maxMs: DAY_MS };
  require(isValid, field, told('{min} to {max} ({minMs} to {maxMs} ms)', times), value);
}

function require(
  isValid: boolean,
  field: string,
  limit: string | Told | readonly string[],
  value: string | number,
): void {
  if (!isValid) throw mustBe(field, limit, value);
}
