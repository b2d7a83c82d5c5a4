import type { Reading } from '@/lib/model/reading';
import { t } from '@/lib/model/language/t';
import { sentences } from '@/lib/model/language/list';

/**
 * What failed in the last hour, in words. Ordered clients retry by themselves: with nothing reported, "0 failed" would
 * deny what the keys board says of them.
 */
export function failuresText(
  failed: number,
  died: number,
  keys: Reading<number>,
  { broadcast }: { readonly broadcast: boolean },
): string {
  const own = keys.kind === 'unknown' ? 0 : keys.value;
  const clients =
    own === 0
      ? ''
      : t(`{own, plural, one {# blocked key is} other {# blocked keys are}} with a client that retries by itself.`, {
          own,
        });
  // the delivery with which a message moves to the DLQ is one that failed
  const all = failed + died;
  if (own > 0 && all === 0) return sentences(t('No failure is reported.'), clients);
  const given = { all, died, isFloor: own === 0 ? 'no' : 'yes' };
  const said = broadcast
    ? t(
        `{isFloor, select, yes {At least {all, plural, one {# delivery} other {# deliveries}} failed in the last 60
        minutes.} other {{all, plural, one {# delivery} other {# deliveries}} failed in the last 60 minutes.}}`,
        { all, isFloor: given.isFloor },
      )
    : t(
        `{isFloor, select, yes {At least {all, plural, one {# delivery} other {# deliveries}} failed in the last 60
        minutes, {died, plural, =0 {no message} one {# message} other {# messages}} moved to the DLQ.} other {{all,
        plural, one {# delivery} other {# deliveries}} failed in the last 60 minutes, {died, plural, =0 {no message} one
        {# message} other {# messages}} moved to the DLQ.}}`,
        given,
      );
  return sentences(said, clients);
}
