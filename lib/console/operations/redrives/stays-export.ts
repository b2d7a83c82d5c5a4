import { type BrokerContext, findGroup, listStays } from '../../../broker';
import type { ScopedSelection } from '../../../broker/dead-letter/selection';
import { databaseNow, planLeaving } from '../../../engine';
import { csvHead, csvLine } from '../../../model/letter-file';
import { consoleContext } from '../../http/context';
import { csvDownload } from '../../http/download';
import { parseInput } from '../../http/parse-input';
import { clientsNow } from '../../http/process-now';
import { authorizeRequest } from '../../http/request-principal';
import { failed } from '../../http/respond';
import { toPlanned } from '../../schemas/plan-selection';
import { planInput, selectionOf } from './plan';

const HEAD = ['message_id', 'topic', 'key', 'tag', 'died_at', 'why'];

/** The letters that the plan with this address leaves behind, as CSV; the last line says that all of them are there. */
export async function downloadStays(request: Request): Promise<Response> {
  try {
    const { broker } = consoleContext(await authorizeRequest(request, 'dead-letter:read'), 'dead-letter:read');
    const given = parseInput(planInput, Object.fromEntries(new URL(request.url).searchParams));
    const asked = toPlanned(selectionOf(given, given.frozen ?? (await databaseNow(broker.store.console))));
    const { name: group } = await findGroup(broker, given.group);
    const clients = { broker, listClients: clientsNow };
    const { leaveOut, throughId } = await planLeaving(clients, { group, selection: asked, leave: given.leave });
    const planned = { ...asked, throughId, leaveOut, group };
    return csvDownload(lines(broker, planned), `stay-behind-${group.slice(0, 100)}.csv`);
  } catch (error) {
    return failed(error, new URL(request.url).pathname);
  }
}

async function* lines(broker: BrokerContext, selection: ScopedSelection): AsyncGenerator<string> {
  yield csvHead(HEAD);
  let written = 0;
  for await (const page of listStays(broker, selection)) {
    yield page
      .map(({ messageId, topic, key, tag, deadAt, why }) =>
        csvLine([messageId, topic, key, tag, deadAt.toISOString(), why]),
      )
      .join('');
    written += page.length;
  }
  yield csvLine(['#complete', written]);
}
