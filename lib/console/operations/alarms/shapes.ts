import { z } from 'zod';

/** Of an alarm, a rule or a channel. */
export const alarmId = z.string().regex(/^\d{1,9}$/, 'must be a number, in digits');
export const numberOrUnknown = z.number().nullable().describe('null: unknown');
