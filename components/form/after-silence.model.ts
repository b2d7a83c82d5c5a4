import type { ActionFailure } from '@/lib/model/action-result';
import { sentences } from '@/lib/model/language/list';
import { t } from '@/lib/model/language/t';

/** What the second of two tries is refused with when the first one was carried out. */
const DONE_ALREADY: ReadonlySet<string> = new Set(['already-exists', 'conflict', 'transaction-ended', 'not-found']);

/** A refusal after a try that got no answer may be the first word of that try's success. */
export function afterSilence(before: ActionFailure | null, now: ActionFailure): ActionFailure {
  if (before?.code !== 'no-answer' || !DONE_ALREADY.has(now.code)) return now;
  return {
    ...now,
    message: sentences(now.message, t('Your first attempt, which got no response, may already have done this.')),
  };
}
