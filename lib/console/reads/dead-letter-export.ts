import 'server-only';
import { z } from 'zod';
import { exportDeadLetters } from '../../broker';
import { databaseNow } from '../../engine';
import { scopedLetters, workspaceIn } from '../http/engine';
import { EXPORT_FORMATS, exportResponse } from '../http/letter-export';
import { parseInput } from '../http/parse-input';
import { authorizeRequest } from '../http/request-principal';
import { failed } from '../http/respond';
import { deadLetterInput, toFilter } from '../schemas/dead-letter-filter';

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
