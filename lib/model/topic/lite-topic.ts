/** Messages of a lite topic are counted up to this; one more means "more than that". */
export const LITE_COUNTED = 1000;
