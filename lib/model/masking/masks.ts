import { hidesBody, isNamed, type MaskingRule, type SeenFrom } from './rule';

/** What is hidden from one caller, by topic. */
export interface Masks {
  /** The rules that hide something of a message which is, or was, in these topics. */
  readonly of: (topics: readonly string[]) => readonly MaskingRule[];
  /** Whether any rule at all hides something from the caller. */
  readonly any: boolean;
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
      rules.filter((rule) =>
        topics.some((topic) => isNamed(rule.topics, topic) && !reaches(rankIn(topic), rule.seenFrom)),
      ),
    any: rules.length > 0,
  };
}

/** For callers that see everything. */
export const NO_MASKS: Masks = { of: () => [], any: false };

/** Whether bodies of the topic hold something that the caller may not see, so that nothing may be searched in them. */
export function hidesBodiesOf(masks: Masks, topic: string): boolean {
  return masks.of([topic]).some(hidesBody);
}
