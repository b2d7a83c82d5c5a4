import { z } from 'zod';
import type { LetterCondition } from '../../model/dead-letter/letter-filter';
import type { DeadLetterFilter } from '../../model/redrive/redrive';
import { plain } from '../../model/plain';
import { readAttempts } from './attempt-range';
import { readAhead, readMoment } from '../../model/time-range';
import { msg } from '../../model/language/t';

const text = z.string().max(200);
const yesNo = z.enum(['yes', 'no']);

const conditions = {
  from: text.optional(),
  to: text.optional(),
  q: text.optional(),
  cause: text.optional(),
  /** "24h": will be removed within a day. */
  expires: text.optional(),
  topic: text.optional(),
  /** Of the application. */
  version: text.optional(),
  key: z.string().max(300).optional(),
  /** "3", "3-" or "3-5" deliveries. */
  attempts: text.optional(),
  json: z.string().max(500).optional(),
  held: yesNo.optional(),
  accepted: yesNo.optional(),
} satisfies Record<LetterCondition, z.ZodType>;

/** The filter as it stands in the address of a page. */
export const deadLetterInput = z.strictObject({ group: text.optional(), ...conditions });
export type DeadLetterInput = z.output<typeof deadLetterInput>;

/** Numbers of dead letters in an address, in place of a filter. */
export const setInput = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15}){0,499}$/, msg('{field} must be a list of dead letters, separated by commas.'))
  .optional();

/** @throws BrokerError bad-request */
export function toFilter(given: DeadLetterInput, nowIso: string): DeadLetterFilter {
  const { group, from, to, q, cause, expires, topic, version, key, attempts, json, held, accepted } = given;
  return {
    ...{ group, q, cause, topic, appVersion: version, key, json, ...readAttempts(attempts) },
    ...{ from: readMoment('from', from, nowIso), to: readMoment('to', to, nowIso) },
    expiresBefore: readAhead('expires', expires, nowIso),
    held: held === undefined ? undefined : held === 'yes',
    accepted: accepted === undefined ? undefined : accepted === 'yes',
  };
}

/** The same filter with moments in place of distances from now: a set on the screen stays that set. */
export function atMoments(given: DeadLetterInput, nowIso: string): DeadLetterInput {
  const { from, to, expiresBefore: expires } = toFilter(given, nowIso);
  return { ...given, ...plain({ from, to, expires }) };
}

const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

const whole = z.coerce.number().int().min(0);
/** In an address, and in JSON. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((given) => given === 'true')]);

/** The filter of the list, and of a re-drive that takes all that match. */
export const deadLetterFilter = {
  group: z.string().optional().describe('Group; omit for all groups'),
  cause: z
    .string()
    .optional()
    .describe(
      'Fingerprint of the cause (`causeKey`), an error type, or `unreported:` followed by a cause of the broker',
    ),
  from: moment.optional().describe('Moved to the DLQ at or after this time'),
  to: moment.optional().describe('Moved to the DLQ before this time'),
  expiresBefore: moment.optional().describe('Expires before this time unless re-driven'),
  q: z
    .string()
    .optional()
    .describe('Words in the error, the body, IDs or keys; parts of words in scripts without spaces'),
  topic: z.string().optional().describe('Topic of the message'),
  appVersion: z
    .string()
    .optional()
    .describe('Application version as reported with the failure; `not reported` for failures without one'),
  key: z.string().max(300).optional().describe('A key or the message group of the message'),
  attemptsFrom: whole.optional().describe('Minimum number of deliveries so far'),
  attemptsTo: whole.optional().describe('Maximum number of deliveries so far'),
  json: z.string().max(500).optional().describe('JSON path that the body matches, for example `$.currency == "JPY"`'),
  held: flag.optional().describe('Whether an operator holds it, so that it does not expire'),
  accepted: flag.optional().describe('Whether an operator accepted that it stays'),
} satisfies Record<keyof DeadLetterFilter, z.ZodType>;
