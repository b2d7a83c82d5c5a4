import { z } from 'zod';

/** A page or an operation about one group. */
export const groupInput = z.strictObject({ group: z.string().max(200) });
