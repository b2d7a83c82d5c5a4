import { randomBytes } from 'node:crypto';
import { redriveName } from '../../../broker';
import { groupTransaction } from '../../../broker/group-transaction';
import { checkStart } from '../../../broker/redrive/judge';
import { checkFrozen, type StartedRedrive } from '../../../broker/redrive/start';
import { describeSelection } from '../../../broker/dead-letter/describe-selection';
import type { RedriveWay } from '../../../model/redrive-way';
import { BrokerError } from '../../../model/errors';
import { careOf, checkCare } from '../../../model/redrive-care';
import { allowLong } from '../../../store/allow-long';
import { appendAudit } from '../../../store/queries/audit/audit-append';
import { clusterRedriveFreeze } from '../../../store/queries/cluster-redrive/freeze';
import { clusterRedriveByRequest, clusterRedriveInsert } from '../../../store/queries/cluster-redrive/insert';
import { redriveCare, redriveGroupLock } from '../../../store/queries/redrive/redrive-insert';
import type { StartAsked } from '../../port/redrives';
import type { ClusterEngine } from '../clusters/directory';
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
  const { settings } = ready.way.group;
  const ratePerSecond = input.ratePerSecond ?? DEFAULT_RATE;
  const started = await groupTransaction(letters.store.console, async (db): Promise<StartedRedrive> => {
    await allowLong(db);
    await redriveGroupLock(db, match.groupId);
    const redriveId = await clusterRedriveInsert(db, letters.clock.nowOrNull(), {
      ...{ clusterId, groupId: match.groupId, selection: describeSelection(input), ratePerSecond, way },
      ...{ reason: input.reason.trim(), createdBy: input.actor.name, requestId: input.requestId ?? null },
      ...{
        lineage: randomBytes(8).toString('hex'),
        others: ready.others.filter(({ copies }) => copies > 0).map(({ group }) => group),
      },
      ...{ ordered: settings.isOrdered, maxRetries: settings.maxRetries },
    });
    if (redriveId === null) return repeated(await clusterRedriveByRequest(db, input.requestId ?? ''), match.groupId);
    const frozen = await clusterRedriveFreeze(db, redriveId, match, ready.leaveOut);
    checkFrozen(input, frozen);
    const care = careOf(input, ratePerSecond, frozen.selected);
    await redriveCare(db, redriveId, care);
    await appendAudit(db, {
      ...{ actor: input.actor, action: 'redrive.start', target: redriveName(redriveId) },
      reason: input.reason,
      after: { group: input.group, selection: describeSelection(input), ratePerSecond, way, ...care },
      counts: { ...frozen },
    });
    return { redriveId, ...frozen };
  });
  letters.changes.emit({ kind: 'redrive', group: input.group, redriveId: String(started.redriveId) });
  return started;
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
  throw new BrokerError('conflict', `${input.group} is paused: resume it before you re-drive to it.`, {
    field: 'group',
    limit: 'a group that is not paused',
    value: input.group,
  });
}

function refuseUnsupported({ edits, target, incident }: Omit<StartAsked, 'actor'>): void {
  const [field] = Object.entries({ edits, target, incident }).find(([, value]) => value !== undefined) ?? [];
  if (field !== undefined)
    throw new BrokerError('unsupported', `${field} is not offered for a re-drive of a cluster.`, {
      field,
      limit: 'left out',
    });
}

/** No group gets a copy that was not named. */
function requireWay({ group, confirmed = [] }: StartAsked, { way, others }: ReadyRun): RedriveWay {
  if (way.way === null)
    throw new BrokerError('bad-request', `No client of ${group} is connected: say whether it has 4.x or 5.x clients.`, {
      field: 'assumed',
      limit: '4.x or 5.x',
    });
  const getting = others.filter(({ copies }) => copies > 0).map((other) => other.group);
  const unnamed = getting.filter((name) => !confirmed.includes(name));
  if (unnamed.length > 0)
    throw new BrokerError(
      'conflict',
      `The copies go through a topic that other groups read: confirm ${unnamed.join(', ')} first.`,
      { field: 'confirmed', limit: getting.join(', '), value: confirmed.join(', ') },
    );
  return way.way;
}

function repeated(started: Awaited<ReturnType<typeof clusterRedriveByRequest>>, groupId: number): StartedRedrive {
  if (started?.groupId !== groupId)
    throw new BrokerError('conflict', 'requestId was used for another re-drive.', {
      field: 'requestId',
      limit: 'unused',
    });
  const { redriveId, selected, excluded } = started;
  return { redriveId, selected, excluded };
}
