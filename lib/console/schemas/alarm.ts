import { z } from 'zod';
import { ON_UNKNOWN, SEVERITIES } from '../../model/alarm/rule';
import { WATCH_NAMES } from '../../model/alarm/watch';

/** Shapes of alarm rules as actions and the HTTP API take them; ranges are the verb's to check. */
export const alarmRuleSchema = z.strictObject({
  watch: z.enum(WATCH_NAMES),
  subject: z.string().max(255).nullable().describe('A group or topic; null: each without a rule of its own'),
  threshold: z.number().describe('Fires at or above it'),
  windowMs: z.int().describe('Over how long deaths, growth and refusals are counted; else 0'),
  forMs: z.int().describe('How long it must be breached'),
  clearBelow: z.number().describe('Resolves below it; at most the threshold'),
  clearForMs: z.int().describe('How long it must be clear'),
  severity: z.enum(SEVERITIES),
  onUnknown: z.enum(ON_UNKNOWN).describe('Unknown never counts as 0 and never resolves'),
  unknownForMs: z.int().describe('onUnknown fire: how long it may be unknown'),
  repeatMs: z.int().describe('0: notifies once'),
  channelIds: z.array(z.int()).max(50).nullable().describe('null: every channel'),
  enabled: z.boolean(),
});
