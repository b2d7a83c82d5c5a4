'use server';

import { z } from 'zod';
import { acceptLetters, extendLetters, holdLetters, releaseLetters, unacceptLetters } from '../../broker';
import { BrokerError } from '../../model/errors';
import { defineAction } from '../http/define-action';
import { letterSelection, toSelection } from '../schemas/letter-selection';
import { reasonSchema } from '../schemas/group';

const verbs = { hold: holdLetters, release: releaseLetters, accept: acceptLetters, unaccept: unacceptLetters } as const;

/** What keeps dead letters where they are: longer, or without an alarm. */
export const keepLettersAction = defineAction({
  permission: 'dead-letter:keep',
  subject: { group: ({ group }) => group },
  input: letterSelection.extend({
    verb: z.enum(['hold', 'release', 'extend', 'accept', 'unaccept']),
    /** Of an extension. */
    until: z.iso.datetime().optional(),
    reason: reasonSchema,
  }),
  ofLetters: true,
  run: async ({ broker, actor }, { verb, until, reason, ...selection }) => {
    const input = { ...toSelection(selection), reason, actor };
    if (verb !== 'extend') return await verbs[verb](broker, input);
    if (until === undefined) throw new BrokerError('bad-request', 'until is needed.', { field: 'until' });
    return await extendLetters(broker, { ...input, until: new Date(until) });
  },
});
