import { z } from 'zod';
import { exportDeadLetters } from '../../../broker';
import { databaseNow } from '../../../engine';
import { defineRoute } from '../../http/define-route';
import { scopedLetters, workspaceIn } from '../../http/engine';
import { EXPORT_FORMATS, exportResponse } from '../../http/letter-export';
import { parseInput } from '../../http/parse-input';
import { authorizeRequest } from '../../http/request-principal';
import { failed } from '../../http/respond';
import { deadLetterFilter, deadLetterInput, toFilter } from '../../schemas/dead-letter-filter';

/** An answer of any size, as it is read: no operation, whose answer is a value. */
export const exportDeadLettersRoute = defineRoute({
  method: 'get',
  path: '/dead-letters/export',
  name: 'exportDeadLetters',
  summary: 'All dead letters that match, with bodies, as a file; its end says whether it is complete',
  tag: 'Dead letters',
  permission: 'dead-letter:export',
  subject: { group: ({ query }) => query.group },
  query: z.strictObject({ ...deadLetterFilter, format: z.enum(EXPORT_FORMATS).default('json') }),
  answers: [
    {
      status: 200,
      description: 'JSON: items, then complete and count. CSV: the last line is #complete with the count',
      schema: z.object({
        items: z.array(z.record(z.string(), z.unknown())),
        complete: z.boolean(),
        count: z.int(),
        leftMeanwhile: z.int().describe('Dead letters that matched at the start, and were gone when they were read'),
        error: z.object({ message: z.string() }).optional().describe('Why it is not complete'),
      }),
    },
  ],
  ofLetters: true,
  run: async ({ broker, actor }, { query: { format, ...filter } }) =>
    exportResponse(broker, await exportDeadLetters(broker, { ...filter, actor, format }), format),
});

const input = deadLetterInput.extend({ format: z.enum(EXPORT_FORMATS) });

/** All that match the filter of the page, as a file. */
export async function downloadDeadLetters(request: Request): Promise<Response> {
  try {
    const principal = await authorizeRequest(request, 'dead-letter:export');
    const { workspace, ...params } = Object.fromEntries(new URL(request.url).searchParams);
    const { format, ...given } = parseInput(input, params);
    const { broker, store, actor } = await scopedLetters(principal, 'dead-letter:export', workspaceIn(workspace));
    const filter = toFilter(given, await databaseNow(store.console));
    return exportResponse(broker, await exportDeadLetters(broker, { ...filter, actor, format }), format);
  } catch (error) {
    return failed(error, '/dead-letters/export');
  }
}
