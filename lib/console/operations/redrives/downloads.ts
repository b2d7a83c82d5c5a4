import { z } from 'zod';
import { type BrokerContext, findGroup, listRedriveItems, listStays, readRedrive, redriveName } from '../../../broker';
import { MAX_PAGE } from '../../../broker/page-of';
import { databaseNow, planLeaving } from '../../../engine';
import { csvHead, csvLine } from '../../../model/letter-file';
import type { RedriveVerdict } from '../../../model/redrive';
import { consoleContext } from '../../http/context';
import { csvDownload } from '../../http/download';
import { parseInput } from '../../http/parse-input';
import { clientsNow } from '../../http/process-now';
import { authorizeRequest } from '../../http/request-principal';
import { failed } from '../../http/respond';
import { toPlanned } from '../../schemas/plan-selection';
import { redriveFilter, verdictsShown } from './pages';
import { planInput, selectionOf } from './plan';
import { redriveIdOf } from './shapes';

interface File {
  readonly name: string;
  readonly lines: AsyncIterable<string>;
}

/** A file, not a read: as long as what it lists. */
function download<Input extends z.ZodType>(
  permission: 'dead-letter:read' | 'redrive:read',
  input: Input,
  fileOf: (broker: BrokerContext, given: z.output<Input>) => Promise<File>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    try {
      const { broker } = consoleContext(await authorizeRequest(request, permission), permission);
      const { name, lines } = await fileOf(broker, parseInput(input, Object.fromEntries(searchParams)));
      return csvDownload(lines, name);
    } catch (error) {
      return failed(error, pathname);
    }
  };
}

/** The letters that the plan with this address leaves behind, as CSV; the last line says that all of them are there. */
export const downloadStays = download('dead-letter:read', planInput, async (broker, given) => {
  const asked = toPlanned(selectionOf(given, given.frozen ?? (await databaseNow(broker.store.console))));
  const { name: group } = await findGroup(broker, given.group);
  const clients = { broker, listClients: clientsNow };
  const { leaveOut, throughId } = await planLeaving(clients, { group, selection: asked, leave: given.leave });
  const lines = linesOfStays(broker, { ...asked, throughId, leaveOut, group });
  return { name: `stay-behind-${group.slice(0, 100)}.csv`, lines };
});

async function* linesOfStays(
  broker: BrokerContext,
  selection: Parameters<typeof listStays>[1],
): AsyncGenerator<string> {
  yield csvHead(['message_id', 'topic', 'key', 'tag', 'died_at', 'why']);
  let written = 0;
  for await (const page of listStays(broker, selection)) {
    yield page
      .map(({ messageId, topic, key, tag, deadAt, why }) => csvLine([messageId, topic, key, tag, deadAt, why]))
      .join('');
    written += page.length;
  }
  yield csvLine(['#complete', written]);
}

/** The messages of a re-drive with their verdicts as CSV: all that match, or a download that fails; never a part. */
export const downloadRedriveMessages = download(
  'redrive:read',
  z.strictObject(redriveFilter),
  async (broker, given) => {
    const { redriveId } = await readRedrive(broker, redriveIdOf(given.id));
    const suffix = given.show === undefined ? '' : `-${given.show}`;
    const lines = linesOfMessages(broker, redriveId, verdictsShown(given.show));
    return { name: `${redriveName(redriveId)}${suffix}.csv`, lines };
  },
);

async function* linesOfMessages(
  broker: BrokerContext,
  redriveId: number,
  verdicts: readonly RedriveVerdict[] | undefined,
): AsyncGenerator<string> {
  yield csvHead([
    ...['message_id', 'topic', 'key', 'verdict', 'why', 'released_at', 'deliveries', 'decided_at'],
    ...['client', 'error_type', 'error_message'],
  ]);
  let cursor: string | undefined;
  do {
    const page = await listRedriveItems(broker, { redriveId, verdicts, cursor, limit: MAX_PAGE });
    yield page.items
      .map((row) =>
        csvLine([
          ...[row.messageId, row.topic, row.key, row.verdict, row.why, row.movedAt, row.attempts, row.decidedAt],
          ...[row.client, row.errorType, row.errorMessage],
        ]),
      )
      .join('');
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
