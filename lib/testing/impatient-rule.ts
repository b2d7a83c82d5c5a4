import type { RuleFields } from '../model/alarm/defaults';

/** Of an alarm rule that fires as soon as there is one, and is over as soon as there is none. */
export const IMPATIENT: Omit<RuleFields, 'watch' | 'subject'> = {
  ...{ threshold: 1, windowMs: 0, forMs: 0, clearBelow: 1, clearForMs: 0 },
  ...{ severity: 'critical', onUnknown: 'hold', unknownForMs: 60_000, repeatMs: 0, channelIds: null, enabled: true },
};
