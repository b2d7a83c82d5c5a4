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
  group: z.string().optional(),
  cause: z.string().optional().describe('A causeKey, an error type, or unreported:<cause>'),
  from: moment.optional(),
  to: moment.optional(),
  expiresBefore: moment.optional().describe('Removed before then unless re-driven'),
  q: z
    .string()
    .optional()
    .describe('Words of the error, the body, ids and keys; of scripts without spaces any part of a word'),
  topic: z.string().optional(),
  appVersion: z.string().optional().describe('As failures report it; `not reported`: they name none'),
  key: z.string().max(300).optional().describe('One of its keys, or its message group'),
  attemptsFrom: whole.optional().describe('At least so many deliveries'),
  attemptsTo: whole.optional(),
  json: z.string().max(500).optional().describe('A JSON path that the body matches: $.currency == "JPY"'),
  held: flag.optional().describe('Exempt from expiry by an operator'),
  accepted: flag.optional().describe('An operator said that it may stay'),
} satisfies Record<keyof DeadLetterFilter, z.ZodType>;
