/** What the page is about. */
export const LIVE = { kinds: ['dead-letter', 'redrive', 'setting'] } as const;
