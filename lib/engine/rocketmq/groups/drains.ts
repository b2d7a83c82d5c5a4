import { told } from '../../../model/language/t';
import { type BrokerContext, drainAt, loadsOf } from '../../../broker';
import { FRESH_MS, flowOver } from '../../../model/backlog/flow';
import { known, unknown } from '../../../model/reading';
import type { Store } from '../../../store/client';
import { redriveLoads, type RedriveLoadRow } from '../../../store/queries/backlog/redrive-load';
import { type GroupFlowRow, groupFlows } from '../../../store/queries/cluster-sample/group-flows';
import { databaseTime } from '../../../store/queries/schedule/database-time';
import { drainReading } from '../../embedded/backlog';
import { SharedReadings } from '../../embedded/shared-readings';
import type { BacklogSummary } from '../../port/groups';
import type { RocketmqContext } from '../context';

/** A round over hundreds of groups takes longer than a minute. */
const WINDOW_MS = 300_000;
const SLACK_MS = 20_000;
/** The samples change every 10 s; however many look, they are read once a second. */
const SPACING_MS = 1_000;

const NO_SAMPLE = told('no current sample');
const NO_BACKLOG: BacklogSummary = { total: unknown(NO_SAMPLE), drain: unknown(NO_SAMPLE), redrive: null, trend: [] };

type DrainsOf = (name: string) => BacklogSummary;
const shared = new SharedReadings<Store, DrainsOf>(SPACING_MS);

/** Of each group of a cluster, when it will be done, from the samples of all consoles. */
export function drainsOfCluster({ broker, engine }: RocketmqContext): Promise<DrainsOf> {
  const { letters, clusterId } = engine;
  return shared.get(letters.store, () => readDrains(broker, letters, clusterId));
}

async function readDrains(broker: BrokerContext, letters: BrokerContext, clusterId: number): Promise<DrainsOf> {
  const now = letters.clock.nowOrNull() ?? (await databaseTime(letters.store.console));
  const since = new Date(now.getTime() - WINDOW_MS - SLACK_MS);
  const [rows, loads] = await Promise.all([
    groupFlows(broker.store.console, clusterId, { since, windowMs: WINDOW_MS }),
    redriveLoads(letters.store.console),
  ]);
  const byName = new Map(rows.map((row) => [row.group, row]));
  // In the language of who asks.
  return (name) => {
    const row = byName.get(name);
    return row === undefined ? NO_BACKLOG : summaryOf(row, loads, now);
  };
}

function summaryOf(row: GroupFlowRow, loads: readonly RedriveLoadRow[], now: Date): BacklogSummary {
  const { at, ready, total } = row;
  if (ready === null || total === null || now.getTime() - at.getTime() > FRESH_MS) return NO_BACKLOG;
  const asOf = at.toISOString();
  const redrive = loadsOf(loads, row.groupId).running;
  const drain = drainAt({ kind: 'known', total }, flowOver(pointsOf(row), WINDOW_MS, now), redrive);
  return { total: known(total, asOf), drain: drainReading(drain, asOf), redrive, trend: [] };
}

function pointsOf({ firstAt, firstBacklog, firstArrived, lastAt, lastBacklog, lastArrived, redriven }: GroupFlowRow) {
  const points = [
    { at: firstAt, backlog: firstBacklog, arrived: firstArrived, redriven: 0 },
    { at: lastAt, backlog: lastBacklog, arrived: lastArrived, redriven },
  ];
  return points.flatMap(({ at, backlog, arrived, redriven: back }) =>
    at === null || backlog === null || arrived === null ? [] : [{ at, backlog, arrived, redriven: back }],
  );
}
