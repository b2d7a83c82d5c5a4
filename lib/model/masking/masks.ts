import { parseClassicName } from '../classic-names';
import { nameBefore } from '../topic/deleted-name';
import { hidesBody, isNamed, type MaskingRule, type SeenFrom } from './rule';

/** What is hidden from one caller, by topic. */
export interface Masks {
  /** The rules that hide something of a message which is, or was, in these topics. */
  readonly of: (topics: readonly string[]) => readonly MaskingRule[];
  /** The rules that hide something in one topic or another: for messages of which the topic says nothing. */
  readonly somewhere: readonly MaskingRule[];
}

const RANKS: Readonly<Record<SeenFrom, number>> = { viewer: 1, operator: 2, admin: 3, nobody: 4 };

/** 0: less than a viewer. */
export type Rank = 0 | 1 | 2 | 3;

/** Whether a rank is enough. */
export function reaches(rank: Rank, from: SeenFrom): boolean {
  return rank >= RANKS[from];
}

/** @param rankIn the caller's, for messages of a topic */
export function masksOf(rules: readonly MaskingRule[], rankIn: (topic: string) => Rank): Masks {
  return {
    of: (topics) =>
      rules.filter((rule) => topics.some((topic) => isAbout(rule, topic) && !reaches(rankIn(topic), rule.seenFrom))),
    somewhere: rules.filter(({ seenFrom }) => !reaches(rankIn(''), seenFrom)),
  };
}

/** Dead letters of a deleted topic hold what they held before. */
function isAbout({ topics }: MaskingRule, topic: string): boolean {
  const { name, isCut } = nameBefore(topic);
  return isNamed(topics, name) || (isCut && topics.some((pattern) => pattern.startsWith(name)));
}

/** For callers that see everything. */
export const NO_MASKS: Masks = { of: () => [], somewhere: [] };

/** By the name of a topic alone. In a dead-letter topic may be copies of messages of any topic. */
export function rulesByName(masks: Masks, topic: string): readonly MaskingRule[] {
  return parseClassicName(topic)?.kind === 'dead-letters' ? masks.somewhere : masks.of([topic]);
}

/** Whether bodies of the topic hold something that the caller may not see, so that nothing may be searched in them. */
export function hidesBodiesOf(masks: Masks, topic: string): boolean {
  return rulesByName(masks, topic).some(hidesBody);
}
