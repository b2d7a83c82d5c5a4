/** What dead letters can be grouped by beside their cause. */
export const LETTER_GROUPINGS = ['topic', 'version', 'key', 'day', 'group'] as const;
export type LetterGrouping = (typeof LETTER_GROUPINGS)[number];
