import { z } from 'zod';
import type { RetryFilter, RetrySelection } from '../../model/retry-change';
import { readAttempts } from './attempt-range';
import { readAhead, readMoment } from '../../model/time-range';

const text = z.string().max(200);
const yesNo = z.enum(['yes', 'no']);

/** The filter as it stands in the address of a page. */
export const retryInput = z.strictObject({
  group: text.optional(),
  /** "3", "3-" or "3-5" deliveries made. */
  attempts: text.optional(),
  cause: text.optional(),
  key: text.optional(),
  /** "-1h": stored longer ago than that. */
  older: text.optional(),
  /** "1h": dead by then unless it succeeds. */
  dies: text.optional(),
  last: yesNo.optional(),
  held: yesNo.optional(),
  /** Next try from this moment on, and before that one. */
  dueFrom: text.optional(),
  dueTo: text.optional(),
});
export type RetryInput = z.output<typeof retryInput>;

/** @throws BrokerError bad-request */
export function toRetryFilter(given: Omit<RetryInput, 'group'>, nowIso: string): RetryFilter {
  const { attempts, cause, key, older, dies, last, held, dueFrom, dueTo } = given;
  return {
    ...{ cause, key, ...readAttempts(attempts) },
    storedBefore: readMoment('older', older, nowIso),
    diesBefore: readAhead('dies', dies, nowIso),
    lastTry: last === undefined ? undefined : last === 'yes',
    held: held === undefined ? undefined : held === 'yes',
    dueFrom: readMoment('dueFrom', dueFrom, nowIso),
    dueTo: readMoment('dueTo', dueTo, nowIso),
  };
}

/** The same filter with moments in place of distances from now: a set on the screen stays that set. */
export function atMoments(given: Omit<RetryInput, 'group'>, nowIso: string): Omit<RetryInput, 'group'> {
  const { storedBefore, diesBefore, dueFrom, dueTo } = toRetryFilter(given, nowIso);
  return {
    ...given,
    older: storedBefore?.toISOString(),
    dies: diesBefore?.toISOString(),
    dueFrom: dueFrom?.toISOString(),
    dueTo: dueTo?.toISOString(),
  };
}

/** Which waiting messages of a group a button is about: rows that were ticked, or all that match the screen. */
export const retrySelection = z.strictObject({
  group: z.string().max(200),
  messageIds: z.array(z.string().max(255)).max(500).optional(),
  filter: retryInput.omit({ group: true }).optional(),
  all: z.literal(true).optional(),
  /** From the dry run that the operator saw. */
  throughEpoch: z.int().nonnegative().optional(),
  /** Rows that clients have are taken back from them. */
  revoke: z.boolean().optional(),
});

/** Moments only: a distance from now would be another set by the time it is used. */
export function toRetrySelection({ filter, ...given }: z.output<typeof retrySelection>): RetrySelection {
  return filter === undefined ? given : { ...given, filter: toRetryFilter(filter, '') };
}
