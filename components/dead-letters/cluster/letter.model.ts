import { describeCause } from '@/components/ui/delivery-cause.model';
import { plural } from '@/components/ui/number.model';
import { brokerCauseOf } from '@/lib/model/dead-letter/fingerprint/unreported';
import { TRACED_ENDS } from '@/lib/model/cluster/traced-end';
import type { LetterView } from '@/lib/console/operations/dead-letters/views';

const CONSUMERS: ReadonlyMap<string, string> = new Map([
  ['pop', '5.x client'],
  ['pop-ordered', '5.x client, ordered'],
  ['classic', '4.x client'],
  ['classic-ordered', '4.x client, ordered'],
]);

export function consumerWords(consumer: string): string {
  return CONSUMERS.get(consumer) ?? consumer;
}

/** 0 is not known: every dead letter was delivered. */
export function deliveryWords({ attempts }: Pick<LetterView, 'attempts'>): string {
  return attempts === 0 ? 'an unknown number of deliveries' : plural(attempts, 'delivery', 'deliveries');
}

/** Why it died, where no application reported: what its client traced, or nothing. */
export function unreportedWords({ fingerprint }: Pick<LetterView, 'fingerprint'>): string {
  const cause = brokerCauseOf(fingerprint) ?? '';
  if (Object.values<string>(TRACED_ENDS).includes(cause))
    return `${describeCause(cause)}: so the client traced it. The application reported nothing more.`;
  const who = 'only a failure report says why, or the trace of a 4.x client';
  return `The application reported nothing: RocketMQ keeps no error, so that ${who}.`;
}

/** Where it lies in the cluster, or lay. */
export function lyingWords({ broker, offset, life, group, goneAtBroker, isMoved }: LetterView): string {
  if (isMoved) return `moved from this installation, and kept here; a re-drive sends it to ${broker}`;
  const place = `%DLQ%${group} at ${broker}, offset ${offset}${life === 1 ? '' : ` of its life ${life}`}`;
  return goneAtBroker ? `gone: it lay in ${place}, and is kept here` : `still in ${place}`;
}

export function keptBecause({ redriveId, heldAt, heldBy, holdReason }: LetterView): string {
  if (redriveId !== null) return `not while it is in RD-${redriveId}`;
  if (heldAt === null) return 'never; it stays here when the brokers have removed theirs';
  return `held by ${heldBy ?? 'an operator'}${holdReason === null || holdReason === '' ? '' : `: ${holdReason}`}`;
}

/** The one of a group first; null: none of the message is left. */
export function chooseLetter(letters: readonly LetterView[], group: string | undefined): LetterView | null {
  return letters.find((letter) => letter.group === group) ?? letters[0] ?? null;
}
