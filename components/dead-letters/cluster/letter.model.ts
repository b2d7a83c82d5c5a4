import { describeCause } from '@/components/ui/delivery-cause.model';
import { brokerCauseOf } from '@/lib/model/dead-letter/fingerprint/unreported';
import { TRACED_ENDS } from '@/lib/model/cluster/traced-end';
import type { LetterView } from '@/lib/console/operations/dead-letters/views';
import { msg, t } from '@/lib/model/language/t';

const CONSUMERS = new Map([
  ['pop', msg('5.x client')],
  ['pop-ordered', msg('5.x client, ordered')],
  ['classic', msg('4.x client')],
  ['classic-ordered', msg('4.x client, ordered')],
]);

export function consumerWords(consumer: string): string {
  const words = CONSUMERS.get(consumer);
  return words === undefined ? consumer : t(words);
}

/** 0 is not known: every dead letter was delivered. */
export function deliveryWords({ attempts }: Pick<LetterView, 'attempts'>): string {
  return attempts === 0
    ? t('an unknown number of deliveries')
    : t('{attempts, plural, one {# delivery} other {# deliveries}}', { attempts });
}

/** Why it died, where no application reported: what its client traced, or nothing. */
export function unreportedWords({ fingerprint }: Pick<LetterView, 'fingerprint'>): string {
  const cause = brokerCauseOf(fingerprint) ?? '';
  if (Object.values<string>(TRACED_ENDS).includes(cause))
    return t('Traced by the client: {cause}. The application reported nothing more.', { cause: describeCause(cause) });
  return t(
    `The application did not report an error. RocketMQ does not store errors: only a failure report or the trace of
      a 4.x client shows the cause.`,
  );
}

/** Where it lies in the cluster, or lay. */
export function lyingWords({ broker, offset, life, group, goneAtBroker, isMoved }: LetterView): string {
  if (isMoved) return t('moved from this installation and kept here; a re-drive sends it to {broker}', { broker });
  const at = { group, broker, offset, life };
  return goneAtBroker
    ? t(
        `no longer at %DLQ%{group} on {broker}, offset {offset}{life, plural, =1 {} other { (life #)}}; kept in this
        console`,
        at,
      )
    : t('at %DLQ%{group} on {broker}, offset {offset}{life, plural, =1 {} other { (life #)}}', at);
}

export function keptBecause({ redriveId, heldAt, heldBy, holdReason }: LetterView): string {
  if (redriveId !== null) return t('not while it is in RD-{redriveId}', { redriveId });
  if (heldAt === null) return t('never; it stays here after the brokers have removed theirs');
  const by = heldBy ?? t('an operator');
  return holdReason === null || holdReason === ''
    ? t('held by {by}', { by })
    : t('held by {by}: {reason}', { by, reason: holdReason });
}

/** The one of a group first; null: none of the message is left. */
export function chooseLetter(letters: readonly LetterView[], group: string | undefined): LetterView | null {
  return letters.find((letter) => letter.group === group) ?? letters[0] ?? null;
}
