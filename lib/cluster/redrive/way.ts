import { t } from '../../model/language/t';
import { REDRIVE_WAYS, type RedriveWay } from '../../model/redrive/redrive-way';
import type { GroupKind } from '../topology/capability';
import type { BrokerFacts } from '../topology/facts';

/** What decides the way back: the clients of now, not how the message died. */
export interface WayFacts {
  readonly kind: GroupKind;
  /** The group is set to be ordered; rules 5.x clients. */
  readonly isOrdered: boolean;
  readonly brokers: readonly Pick<BrokerFacts, 'usesRetryTopicV2' | 'readsRetryTopicV1'>[];
  /** Only for a group without clients: what an operator says that it has. */
  readonly assumed: '4.x' | '5.x' | null;
}

export interface WayChoice {
  /** Null: no client is connected, and no operator said what the group is made of. */
  readonly way: RedriveWay | null;
  /** Each way with the reason against it; null: it is the chosen one. */
  readonly ways: readonly { readonly way: RedriveWay; readonly why: string | null }[];
}

/** The way that reaches the failing group alone, where there is one. Pure. */
export function chooseWay(facts: WayFacts): WayChoice {
  const way = wayOf(facts);
  return {
    way,
    ways: REDRIVE_WAYS.map((one) => ({ way: one, why: one === way ? null : reasonAgainst(one, facts) })),
  };
}

function wayOf(facts: WayFacts): RedriveWay | null {
  switch (kindWith(facts)) {
    case 'pop':
    case 'both':
      return facts.isOrdered || !canWriteRetryTopics(facts) ? 'topic' : 'pop-retry';
    case 'pop-ordered':
      return 'topic';
    case 'classic':
      return 'classic-retry';
    case 'classic-ordered':
      return 'send-back';
    case 'unknown':
      return null;
  }
}

/** Sent back is right for both kinds of 4.x listeners, so it is for listeners that do not say. */
function kindWith({ kind, isOrdered, assumed }: WayFacts): GroupKind {
  if (kind !== 'unknown' || assumed === null) return kind;
  if (assumed === '4.x') return 'classic-ordered';
  return isOrdered ? 'pop-ordered' : 'pop';
}

function canWriteRetryTopics({ brokers }: WayFacts): boolean {
  return brokers.every(({ usesRetryTopicV2, readsRetryTopicV1 }) => !usesRetryTopicV2 || readsRetryTopicV1);
}

function reasonAgainst(way: RedriveWay, facts: WayFacts): string {
  const kind = kindWith(facts);
  if (kind === 'unknown') return t('No client is connected. Select which clients the group has.');
  const hasPop = kind === 'pop' || kind === 'pop-ordered' || kind === 'both';
  switch (way) {
    case 'pop-retry':
      if (!hasPop) return t('No 5.x client is connected.');
      return facts.isOrdered
        ? t('Ordered clients never read it, so a copy would stay unread.')
        : t('These brokers use names for retry topics that cannot be written to.');
    case 'classic-retry':
      return kind === 'classic-ordered'
        ? t('The broker would move a copy to the DLQ at once.')
        : kind === 'both'
          ? t('The 5.x clients of the group never read it.')
          : t('No 4.x client is connected.');
    case 'send-back':
      return hasPop ? t('Only for 4.x clients.') : t('Only for ordered 4.x clients.');
    case 'topic':
      return t('Every group of the topic would receive a copy.');
  }
}
