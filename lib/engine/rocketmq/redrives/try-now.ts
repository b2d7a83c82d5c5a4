import type { BrokerContext } from '../../../broker';
import { readClients, tryDirectly } from '../../../cluster';
import type { Actor } from '../../../model/audit/actor';
import { BrokerError } from '../../../model/errors';
import { told } from '../../../model/language/t';
import { appendAudit } from '../../../store/queries/audit/audit-append';
import { clusterLetters } from '../../../store/queries/cluster/letter-read';
import type { ClusterEngine } from '../clusters/directory';
import { requireChanges } from '../groups/write';

export interface TriedNow {
  readonly client: string;
  readonly isConsumed: boolean;
  /** As the client said it. */
  readonly result: string;
  readonly remark: string | null;
  readonly tookMs: number;
}

/**
 * One connected 4.x client handles one dead letter now. Nothing is stored: it stays a dead letter.
 * @throws BrokerError forbidden, not-found, conflict, unavailable
 */
export async function tryLetterNow(
  ctx: BrokerContext,
  engine: ClusterEngine,
  { deadLetterId, actor }: { readonly deadLetterId: number; readonly actor: Actor },
): Promise<TriedNow> {
  requireChanges(engine);
  const [letter] = await clusterLetters(ctx.store.console, engine.clusterId, [deadLetterId]);
  if (letter === undefined)
    throw new BrokerError(
      'not-found',
      told('{engine} has no dead letter {deadLetterId}.', { engine: engine.name, deadLetterId }),
      {
        field: 'deadLetterId',
        value: deadLetterId,
      },
    );
  const { group, broker, storeId } = letter;
  const { clients } = await readClients(engine.cluster, group);
  const client = clients.find(({ protocol, brokers }) => protocol === 'remoting' && brokers.includes(broker));
  if (client === undefined)
    throw new BrokerError(
      'conflict',
      told('No 4.x client of {group} is connected to {broker}, which has the dead letter.', { group, broker }),
      {
        field: 'group',
        limit: 'a connected 4.x client',
        value: group,
      },
    );
  await appendAudit(ctx.store.console, {
    ...{ actor, action: 'dead-letter.try', target: letter.messageId, workspace: engine.name },
    after: { group, broker, client: client.clientId },
  });
  const { result, remark, tookMs } = await tryDirectly(engine.cluster, {
    ...{ group, broker, storeId },
    clientId: client.clientId,
  });
  return { client: client.clientId, isConsumed: result === 'CR_SUCCESS', result, remark, tookMs };
}
