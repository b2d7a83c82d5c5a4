import { english } from '../../../model/language/t';
import type { Reason } from '../../../model/language/t';
import { z } from 'zod';
import { type BrokerContext, findGroup, listRedriveItems, listStays, readRedrive, redriveName } from '../../../broker';
import { MAX_PAGE } from '../../../broker/page-of';
import { databaseNow, planLeaving } from '../../../engine';
import { csvHead, csvLine } from '../../../model/dead-letter/letter-file';
import type { RedriveVerdict } from '../../../model/redrive/redrive';
import { csvDownload } from '../../http/download';
import { operation } from '../../http/operation';
import { clientsNow } from '../../http/process-now';
import { toPlanned } from '../../schemas/plan-selection';
import { redriveFilter, verdictsShown } from './pages';
import { planInput, selectionOf } from './plan';
import { redriveIdOf } from './shapes';

const common = { effect: 'read', needs: 'redrive-files' } as const;

export const exportStays = operation({
  ...common,
  name: 'exportStays',
  summary: 'The letters that a plan leaves behind, as CSV; the last line says that all of them are there',
  permission: 'dead-letter:read',
  subject: { group: ({ group }) => group },
  input: planInput,
  run: async ({ broker }, given) => {
    const asked = toPlanned(selectionOf(given, given.frozen ?? (await databaseNow(broker.store.console))));
    const { name: group } = await findGroup(broker, given.group);
    const clients = { broker, listClients: clientsNow };
    const { leaveOut, throughId } = await planLeaving(clients, { group, selection: asked, leave: given.leave });
    const lines = linesOfStays(broker, { ...asked, throughId, leaveOut, group });
    return csvDownload(lines, `stay-behind-${group.slice(0, 100)}.csv`);
  },
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

export const exportRedriveMessages = operation({
  ...common,
  name: 'exportRedriveMessages',
  summary: 'The messages of a re-drive with their verdicts as CSV: all that match, or a download that fails',
  permission: 'redrive:read',
  subject: { redrive: ({ id }) => redriveIdOf(id) },
  input: z.strictObject(redriveFilter),
  run: async ({ broker }, { id, show }) => {
    const { redriveId } = await readRedrive(broker, redriveIdOf(id));
    const lines = linesOfMessages(broker, redriveId, verdictsShown(show));
    return csvDownload(lines, `${redriveName(redriveId)}${show === undefined ? '' : `-${show}`}.csv`);
  },
});

function whyOf({ why }: { readonly why: Reason | null }): string | null {
  return why === null ? null : english(why);
}

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
          ...[row.messageId, row.topic, row.key, row.verdict, whyOf(row), row.movedAt, row.attempts, row.decidedAt],
          ...[row.client, row.errorType, row.errorMessage],
        ]),
      )
      .join('');
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
