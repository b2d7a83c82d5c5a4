import { cancelRedrive, pauseRedrive, planGroups, redriveName, resumeRedrive } from '../../../broker';
import { readProgress, windowOf } from '../../../broker/redrive/progress';
import { clusterRedrivenGroups } from '../../../store/queries/cluster-redrive/read';
import { clusterRedriveRest } from '../../../store/queries/cluster-redrive/rest';
import { clusterRedriveLeave } from '../../../store/queries/cluster-redrive/send';
import { clusterRedriveSeries } from '../../../store/queries/cluster-redrive/series';
import { type RedriveWay, wayWords } from '../../../model/redrive/redrive-way';
import { aboutDatabaseTime } from '../../../store/queries/schedule/database-time';
import { unsupported } from '../../../model/unsupported';
import { whyNot } from '../../../model/why-not';
import type { RedrivesPort, Run } from '../../port/redrives';
import { rehearseRun, restOfRun, scopeWords } from '../../redrives';
import type { RocketmqContext } from '../context';
import { requireChanges } from '../groups/write';
import { PLANNABLE } from './match';
import { planRun } from './plan';
import {
  type ClusterRedrive,
  listClusterRedriveItems,
  listClusterRedrives,
  evidenceOf,
  readClusterRedrive,
} from './read';
import { readyStart, startClusterRedrive } from './start';

const MOST_GROUPS = 500;
/** 4.x clients stop after the number that they are started with. */
const STARTED_WITH_A_LIMIT: ReadonlySet<RedriveWay> = new Set(['classic-retry', 'send-back']);
const REST_STATES = { stopped: ['planned'], cancelled: ['cancelled'] };

/** Re-drives of an attached cluster: copies are sent to the group, and their ways are followed. */
export function rocketmqRedrives({ broker, engine }: RocketmqContext): RedrivesPort {
  const db = broker.store.console;
  const runOf = ({ way, others, sending: unanswered, selection, ...redrive }: ClusterRedrive): Run => ({
    ...redrive,
    name: redriveName(redrive.redriveId),
    scope: scopeWords(selection, undefined, broker.masks),
    via: wayWords(way, others, unanswered),
    mostDeliveries: STARTED_WITH_A_LIMIT.has(way) ? null : redrive.maxRetries + 1,
    inCluster: { way, others, unanswered },
  });
  const find = (redriveId: number): Promise<ClusterRedrive> => readClusterRedrive(broker, engine, redriveId);
  return {
    list: async (asked) => {
      const { items, nextCursor } = await listClusterRedrives(broker, engine, asked);
      return { items: items.map(runOf), nextCursor };
    },
    get: async (redriveId) => runOf(await find(redriveId)),
    progress: async (redriveId) => {
      const row = await find(redriveId);
      const [progress, rest] = await Promise.all([
        readProgress(db, await aboutDatabaseTime(db), row, evidenceOf(row)),
        restOfRun(row, REST_STATES, (roundAt, states) => clusterRedriveRest(db, redriveId, roundAt, states)),
      ]);
      // A run whose group is paused there says it by its own rule: brokers are not asked for every look at it.
      return {
        ...{ redrive: runOf(row), progress: { ...progress, causes: [] }, rest, groupPaused: null, alarms: [] },
        ...{ recallNotOffered: whyNot('cluster', 'recall-redrive'), plannable: PLANNABLE },
      };
    },
    items: (asked) => listClusterRedriveItems(broker, engine, asked),
    series: async (redriveId) => clusterRedriveSeries(db, redriveId, windowOf((await find(redriveId)).care)),
    plan: (asked) => planRun(engine, asked),
    planGroups: (filter) => planGroups(engine.letters, filter),
    groups: () => clusterRedrivenGroups(db, engine.clusterId, MOST_GROUPS),
    start: (input) => startClusterRedrive(engine, input),
    rehearse: async (input) => {
      const { way, others, leaveOut } = await readyStart(engine, input);
      const getting = others.filter(({ copies }) => copies > 0).map(({ group }) => group);
      const run = await rehearseRun(engine.letters, { ...input, leaveOut });
      return { ...run, copies: way.way === 'topic' ? getting : null, way: way.way };
    },
    pause: (control) => pauseRedrive(engine.letters, control),
    resume: async (control) => {
      requireChanges(engine);
      return await resumeRedrive(engine.letters, control);
    },
    cancel: (control) => cancelRedrive(engine.letters, control, clusterRedriveLeave),
    recall: () => unsupported('cluster', 'recall-redrive'),
  };
}
