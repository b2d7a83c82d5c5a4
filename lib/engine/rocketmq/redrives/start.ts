import { randomBytes } from 'node:crypto';
import { checkStart, groupPaused } from '../../../broker/redrive/judge';
import { type StartedRedrive, startRun } from '../../../broker/redrive/start';
import { readGroup } from '../../../cluster';
import type { RedriveWay } from '../../../model/redrive/redrive-way';
import { BrokerError } from '../../../model/errors';
import { told } from '../../../model/language/t';
import { checkCare } from '../../../model/redrive/redrive-care';
import { clusterRedriveFreeze } from '../../../store/queries/cluster-redrive/freeze';
import { clusterRedriveByRequest, clusterRedriveInsert } from '../../../store/queries/cluster-redrive/insert';
import { allowIdle } from '../../../store/allow-long';
import type { StartAsked } from '../../port/redrives';
import type { ClusterEngine } from '../clusters/directory';
import { requireNoDeletion } from '../deletion';
import { requireChanges } from '../groups/write';
import { DEFAULT_RATE } from './policy';
import { type ReadyRun, readyRun } from './ready';
import { matchIn } from './match';

/**
 * Freezes a set of dead letters of one group of a cluster, which is then sent back by the way that its clients have.
 * On record before anything is sent. @throws BrokerError forbidden, unsupported, bad-request, conflict, not-found
 */
export async function startClusterRedrive(engine: ClusterEngine, input: StartAsked): Promise<StartedRedrive> {
  const { clusterId, letters } = engine;
  const ready = await readyStart(engine, input);
  const match = await matchIn(engine, input);
  const way = requireWay(input, ready);
  const { isOrdered: ordered, maxRetries } = ready.way.group.settings;
  return await startRun(letters, input, {
    ...{ groupId: match.groupId, ratePerSecond: input.ratePerSecond ?? DEFAULT_RATE, care: input, noted: { way } },
    insert: async (db, now, run) => {
      // Brokers are asked meanwhile.
      await allowIdle(db);
      await requireNoDeletion(db, engine);
      // A deletion that ended meanwhile took the group.
      await readGroup(engine.cluster, input.group);
      return await clusterRedriveInsert(db, now, {
        ...{ ...run, clusterId, way, ordered, maxRetries, lineage: randomBytes(8).toString('hex') },
        others: ready.others.filter(({ copies }) => copies > 0).map(({ group }) => group),
      });
    },
    byRequest: clusterRedriveByRequest,
    freeze: (db, redriveId) => clusterRedriveFreeze(db, redriveId, match, ready.leaveOut),
  });
}

/**
 * What is known before a run, once nothing speaks against it: for a start and for its dry run, which need not name
 * groups or clients yet. @throws BrokerError forbidden, unsupported, bad-request, conflict, group-not-found
 */
export async function readyStart(engine: ClusterEngine, input: Omit<StartAsked, 'actor'>): Promise<ReadyRun> {
  requireChanges(engine);
  refuseUnsupported(input);
  checkStart(input);
  checkCare(input);
  const ready = await readyRun(engine, input);
  if (ready.way.group.settings.isConsuming) return ready;
  throw groupPaused(input.group, null);
}

function refuseUnsupported({ edits, target, incident, abort }: Omit<StartAsked, 'actor'>): void {
  // Brokers do not report how long live messages wait: nothing could hold the run.
  const delay = abort?.delayP95Ms ?? undefined;
  const asked = { edits, target, incident, 'abort.delayP95Ms': delay };
  const [field] = Object.entries(asked).find(([, value]) => value !== undefined) ?? [];
  if (field !== undefined)
    throw new BrokerError('unsupported', told('{field} is not available for re-drives in a cluster.', { field }), {
      field,
      limit: 'left out',
    });
}

/** No group gets a copy that was not named. */
function requireWay({ group, confirmed = [] }: StartAsked, { way, others }: ReadyRun): RedriveWay {
  if (way.way === null)
    throw new BrokerError(
      'bad-request',
      told('No client of {group} is connected. Say whether it has 4.x or 5.x clients.', { group }),
      {
        field: 'assumed',
        limit: '4.x or 5.x',
      },
    );
  const getting = others.filter(({ copies }) => copies > 0).map((other) => other.group);
  const unnamed = getting.filter((name) => !confirmed.includes(name));
  if (unnamed.length > 0)
    throw new BrokerError(
      'conflict',
      told('Other groups also read the topic of the copies. Confirm {unnamed} first.', { unnamed }),
      { field: 'confirmed', limit: getting.join(', '), value: confirmed.join(', ') },
    );
  return way.way;
}
