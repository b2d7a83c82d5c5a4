import type { RuleFields } from '../../model/alarm/defaults';
import { ON_UNKNOWN, SEVERITIES } from '../../model/alarm/rule';
import { WATCH_NAMES, WATCHES, watchesOf } from '../../model/alarm/watch';
import { BrokerError } from '../../model/errors';
import type { EngineKind } from '../../model/workspace';

const DAY_MS = 86_400_000;
const MAX_THRESHOLD = 1e12;
const MAX_CHANNELS = 50;
/**
 * Counted from steps of 10 s, which are kept for a day: the newest of them may not be written yet, so it alone says
 * nothing.
 */
const MIN_WINDOW_MS = 20_000;

/** @throws BrokerError bad-request with field, limit and value */
export function checkRule(rule: RuleFields, engine: EngineKind): void {
  const { watch, subject, threshold, clearBelow, windowMs, channelIds } = rule;
  if (!WATCH_NAMES.includes(watch)) refuse('watch', watchesOf(engine).join(', '), watch);
  const told = WATCHES[watch].told[engine];
  if (told !== true) refuse('watch', `one that has a value here: ${told}`, watch);
  if (!SEVERITIES.includes(rule.severity)) refuse('severity', SEVERITIES.join(', '), rule.severity);
  if (!ON_UNKNOWN.includes(rule.onUnknown)) refuse('onUnknown', ON_UNKNOWN.join(', '), rule.onUnknown);
  if (subject !== null && WATCHES[watch].subject === 'broker' && engine === 'embedded')
    refuse('subject', 'none for the broker', subject);
  if (!(threshold > 0 && threshold <= MAX_THRESHOLD))
    refuse('threshold', `more than 0, at most ${MAX_THRESHOLD}`, threshold);
  if (!(clearBelow > 0 && clearBelow <= threshold))
    refuse('clearBelow', `more than 0, at most the threshold ${threshold}`, clearBelow);
  const minWindowMs = WATCHES[watch].window === null ? 0 : MIN_WINDOW_MS;
  checkMs('windowMs', windowMs, minWindowMs);
  for (const field of ['forMs', 'clearForMs', 'unknownForMs', 'repeatMs'] as const) checkMs(field, rule[field], 0);
  if (rule.repeatMs > 0 && rule.repeatMs < 60_000) refuse('repeatMs', '0, or at least 60000', rule.repeatMs);
  if (channelIds !== null && channelIds.length > MAX_CHANNELS)
    refuse('channelIds', `at most ${MAX_CHANNELS}`, channelIds.length);
}

function checkMs(field: string, value: number, min: number): void {
  if (Number.isInteger(value) && value >= min && value <= DAY_MS) return;
  refuse(field, `${min} to ${DAY_MS} ms`, value);
}

function refuse(field: string, limit: string, value: string | number): never {
  throw new BrokerError('bad-request', `${field} must be: ${limit}; it is ${value}.`, { field, limit, value });
}
