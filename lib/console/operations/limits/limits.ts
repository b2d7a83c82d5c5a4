import { z } from 'zod';
import { limitSubjects, limitWhatIf, removeLimit, setLimit } from '../../../broker';
import { limitName } from '../../../model/throttle/limit';
import { LIMIT_KINDS } from '../../../model/throttle/limit-kind';
import { operation } from '../../http/operation';
import { limitFieldsSchema, limitKeySchema } from '../../schemas/limit';
import { limitShape } from '../../schemas/limit-shape';

const tag = 'Limits';
const looks = { needs: 'installation', permission: 'limit:read', subject: 'system', effect: 'read' } as const;
const changes = { needs: 'installation', permission: 'limit:write', subject: 'system', effect: 'change' } as const;
const kept = z.string().max(1000).default('').describe('Kept in the audit log');
/** People say why. */
const said = z.string().trim().min(1, 'Enter a reason; it is kept in the history.').max(500);
const settings = limitKeySchema.extend(limitFieldsSchema.shape);

export const putLimit = operation({
  ...changes,
  name: 'putLimit',
  summary: 'Set a limit: make it, or change the one at the named version',
  input: settings.extend({
    version: z.int().min(0).default(0).describe('The version you saw; leave out (or 0) to make it'),
    reason: kept,
  }),
  output: limitShape,
  http: { method: 'put', path: '/limits', tag, answer: 'Counts from now on' },
  run: async ({ broker, actor }, input) => {
    const limit = await setLimit(broker, { ...input, actor });
    return { ...limit, unit: LIMIT_KINDS[limit.kind].unit };
  },
});

export const deleteLimit = operation({
  ...changes,
  name: 'deleteLimit',
  summary: 'Remove a limit',
  input: limitKeySchema.extend({
    version: z.int().min(1).optional().describe('The version you saw; leave out: whichever it is'),
    reason: kept,
  }),
  output: z.object({ removed: z.string() }),
  http: { method: 'delete', path: '/limits', tag, answer: 'Removed' },
  run: async ({ broker, actor }, input) => {
    await removeLimit(broker, { ...input, actor });
    return { removed: limitName(input) };
  },
});

export const changeLimit = operation({
  ...changes,
  name: 'setLimit',
  summary: 'Set a limit on the page, with a reason',
  input: settings.extend({ version: z.int().min(0), reason: said }),
  run: async ({ broker, actor }, input) => ({ version: (await setLimit(broker, { ...input, actor })).version }),
});

export const dropLimit = operation({
  ...changes,
  name: 'removeLimit',
  summary: 'Remove a limit on the page, with a reason',
  input: limitKeySchema.extend({ version: z.int().min(1), reason: said }),
  run: ({ broker, actor }, input) => removeLimit(broker, { ...input, actor }),
});

export const limitSubjectsPage = operation({
  ...looks,
  name: 'limitSubjects',
  summary: 'Names that a limit can be about, to choose from while typing',
  input: z.object({}),
  run: ({ broker }) => limitSubjects(broker),
});

export const limitWhatIfPage = operation({
  ...looks,
  name: 'limitWhatIf',
  summary: 'What a limit would have done to the last hour',
  input: z.object({
    ...limitKeySchema.shape,
    hard: z.coerce.number().positive(),
    softShare: z.coerce.number().min(0).max(1).default(0.8),
    burstMs: z.coerce.number().min(0).default(1000),
  }),
  run: ({ broker }, input) => limitWhatIf(broker, input),
});
