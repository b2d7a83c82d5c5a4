import { z } from 'zod';
import { msg } from '../../../model/language/t';

/** Of an alarm, a rule or a channel. */
export const alarmId = z.string().regex(/^\d{1,9}$/, msg('{field} must be a number, in digits.'));
export const numberOrUnknown = z.number().nullable().describe('null: unknown');
