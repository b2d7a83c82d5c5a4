import 'server-only';
import { z } from 'zod';
import { listRedriveItems, readRedrive, type RedriveItem, redriveName } from '../../broker';
import type { BrokerContext } from '../../broker/context';
import { MAX_PAGE } from '../../broker/page-of';
import { csvHead, csvLine } from '../../model/letter-file';
import type { RedriveVerdict } from '../../model/redrive';
import { consoleContext } from '../http/context';
import { csvDownload } from '../http/download';
import { parseInput } from '../http/parse-input';
import { authorizeRequest } from '../http/request-principal';
import { failed } from '../http/respond';
import { redriveFilter, verdictsShown } from '../operations/redrives/pages';
import { redriveIdOf } from '../operations/redrives/shapes';

const HEAD = [
  'message_id',
  'topic',
  'key',
  'verdict',
  'why',
  'released_at',
  'deliveries',
  'decided_at',
  'client',
  'error_type',
  'error_message',
];

/** The messages of a re-drive with their verdicts as CSV: all that match, or a download that fails; never a part. */
export async function exportRedriveMessages(request: Request): Promise<Response> {
  try {
    const principal = await authorizeRequest(request, 'redrive:read');
    const { id, show } = parseInput(
      z.strictObject(redriveFilter),
      Object.fromEntries(new URL(request.url).searchParams),
    );
    const { broker } = consoleContext(principal, 'redrive:read');
    const { redriveId } = await readRedrive(broker, redriveIdOf(id));
    const file = `${redriveName(redriveId)}${show === undefined ? '' : `-${show}`}.csv`;
    return csvDownload(lines(broker, redriveId, verdictsShown(show)), file);
  } catch (error) {
    return failed(error, new URL(request.url).pathname);
  }
}

async function* lines(
  broker: BrokerContext,
  redriveId: number,
  verdicts: readonly RedriveVerdict[] | undefined,
): AsyncGenerator<string> {
  yield csvHead(HEAD);
  let cursor: string | undefined;
  do {
    const page = await listRedriveItems(broker, { redriveId, verdicts, cursor, limit: MAX_PAGE });
    yield page.items.map(lineOf).join('');
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

function lineOf(row: RedriveItem): string {
  return csvLine([
    row.messageId,
    row.topic,
    row.key,
    row.verdict,
    row.why,
    row.movedAt?.toISOString() ?? null,
    row.attempts,
    row.decidedAt?.toISOString() ?? null,
    row.client,
    row.errorType,
    row.errorMessage,
  ]);
}
