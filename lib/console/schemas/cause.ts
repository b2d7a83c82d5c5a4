import { z } from 'zod';
import { CAUSE_STATES } from '../../model/cause';

/** What an operator decides about a cause; limits are the verb's. */
export const triageShape = {
  state: z.enum(CAUSE_STATES),
  note: z.string().optional().describe('At most 2,000 characters; left out: as it is'),
  owner: z.string().nullable().optional().describe('Who looks after it; null: no one; left out: as it is'),
  ignore: z
    .strictObject({
      until: z.iso
        .datetime({ offset: true })
        .transform((text) => new Date(text))
        .optional()
        .describe('Open again then'),
      perHour: z.number().optional().describe('Open while more than so many die in an hour'),
    })
    .optional()
    .describe('Of the state ignored; left out: until an operator changes it'),
  version: z.number().int().min(0).optional().describe('What the caller saw; refused when it changed since'),
};
