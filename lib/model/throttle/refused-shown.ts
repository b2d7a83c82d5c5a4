/** How many of those who were refused are listed, the most refused ones: at first, and when asked for more. */
export const REFUSED_SHOWN = { first: 20, all: 500 } as const;
