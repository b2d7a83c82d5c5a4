'use server';

import { z } from 'zod';
import { startRedrive } from '../../broker';
import { defineAction } from '../http/define-action';
import { careFields } from '../schemas/redrive';
import { rowId } from '../schemas/row-id';
import { readMoment } from '../schemas/time-range';

const text = z.string().max(200);
const moment = z.iso.datetime();

export const startRedriveAction = defineAction({
  permission: 'dead-letter:redrive',
  input: z.strictObject({
    group: text,
    selection: z.strictObject({
      deadLetterIds: z.array(z.int().positive()).max(500).optional(),
      messageIds: z.array(z.string().max(255)).max(500).optional(),
      filter: z
        .strictObject({
          from: moment.optional(),
          to: moment.optional(),
          q: text.optional(),
          cause: text.optional(),
          expires: moment.optional(),
        })
        .optional(),
      all: z.literal(true).optional(),
      throughId: z.int().nonnegative(),
    }),
    ratePerSecond: z.number().nullable(),
    ...careFields,
    reason: z.string().trim().max(500),
    requestId: z.string().max(100),
    incident: rowId.optional(),
  }),
  run: async ({ broker, actor }, { selection, ...input }) => {
    const { filter } = selection;
    const at = (field: 'from' | 'to' | 'expires'): Date | undefined => readMoment(field, filter?.[field], '');
    return await startRedrive(broker, {
      ...input,
      ...selection,
      filter:
        filter === undefined
          ? undefined
          : { q: filter.q, cause: filter.cause, from: at('from'), to: at('to'), expiresBefore: at('expires') },
      actor,
    });
  },
});
