import { z } from 'zod';
import type { LetterCondition } from '../../model/letter-filter';
import type { DeadLetterFilter } from '../../model/redrive';
import { readAttempts } from './attempt-range';
import { readAhead, readMoment } from '../../model/time-range';

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
  const { from, to, expiresBefore } = toFilter(given, nowIso);
  const moments = { from: from?.toISOString(), to: to?.toISOString(), expires: expiresBefore?.toISOString() };
  return { ...given, ...moments };
}
