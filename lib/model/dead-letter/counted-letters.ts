/** Of each dead-letter topic so many of the oldest letters are counted; from there on a number is "at least". */
export const COUNTED_LETTERS = 10_000;
