/** Each lets every message of a random run through, in another way through the broker. */
export const FILTERS_FOR_ALL = {
  every: { type: 'TAG', expression: '*' },
  tag: { type: 'TAG', expression: 'tagged || other' },
  sql: { type: 'SQL', expression: "TAGS = 'tagged' AND missing IS NULL" },
} as const;

export type FilterForAll = keyof typeof FILTERS_FOR_ALL;
