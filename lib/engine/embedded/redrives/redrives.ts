import {
  cancelRedrive,
  listRedriveItems,
  listRedrives,
  pauseRedrive,
  planGroups,
  readRedrive,
  recallRedrive,
  type Redrive,
  redriveName,
  rehearseStart,
  resumeRedrive,
  startRedrive,
} from '../../../broker';
import { readProgress, windowOf } from '../../../broker/redrive/progress';
import { type Signal, SIGNALS } from '../../../model/signal/signal';
import { DEAD_VERDICTS } from '../../../model/redrive/redrive';
import { alarmsOfRedrive } from '../../../store/queries/alarm/alarms-of-redrive';
import { redriveCauses } from '../../../store/queries/redrive/redrive-causes';
import { redriveEvidence } from '../../../store/queries/redrive/redrive-evidence';
import { redriveFailures } from '../../../store/queries/redrive/redrive-failures';
import { redriveGroupPause } from '../../../store/queries/redrive/redrive-group-pause';
import { redriveRest } from '../../../store/queries/redrive/redrive-rest';
import { redriveSeries } from '../../../store/queries/redrive/redrive-series';
import { redrivenGroups } from '../../../store/queries/redrive/redriven-groups';
import { aboutDatabaseTime } from '../../../store/queries/schedule/database-time';
import type { RedrivesPort, Run } from '../../port/redrives';
import { rehearseRun, restOfRun, scopeWords } from '../../redrives';
import type { EmbeddedContext } from '../context';
import { planRun } from './plan';

const MOST_GROUPS = 500;
const REST_STATES = { stopped: ['selected'], cancelled: ['cancelled', 'recalled'] };

/** Re-drives of this installation: messages go back to where they died. */
export function embeddedRedrives(ctx: EmbeddedContext): RedrivesPort {
  const { broker } = ctx;
  const db = broker.store.console;
  const runsOf = async (redrives: readonly Redrive[]): Promise<Run[]> => {
    const ids = redrives.map(({ redriveId }) => redriveId);
    const causes = await redriveCauses(db, ids);
    const textOf = new Map(causes.map((cause) => [cause.redriveId, `${cause.errorType}: ${cause.text}`]));
    return redrives.map(({ selection, ...redrive }) => ({
      ...redrive,
      name: redriveName(redrive.redriveId),
      scope: scopeWords(selection, textOf.get(redrive.redriveId), broker.masks),
      ...{ via: null, mostDeliveries: redrive.maxRetries + 1, inCluster: null },
    }));
  };
  const runOf = async (redrive: Redrive): Promise<Run> => {
    const [run] = await runsOf([redrive]);
    if (run === undefined) throw new Error('a re-drive is one run');
    return run;
  };
  return {
    list: async (asked) => {
      const { items, nextCursor } = await listRedrives(broker, asked);
      return { items: await runsOf(items), nextCursor };
    },
    get: async (redriveId) => runOf(await readRedrive(broker, redriveId)),
    progress: async (redriveId) => {
      const row = await readRedrive(broker, redriveId);
      const now = await aboutDatabaseTime(db);
      const [redrive, progress, causes, alarms, groupPaused, rest] = await Promise.all([
        runOf(row),
        readProgress(db, now, row, redriveEvidence),
        redriveFailures(db, redriveId),
        alarmsOfRedrive(db, redriveId),
        redriveGroupPause(db, redriveId),
        restOfRun(row, REST_STATES, (roundAt, states) => redriveRest(db, redriveId, roundAt, states)),
      ]);
      const shown = alarms.map(({ incidentId, watch, firedAt, resolvedAt }) => ({
        ...{ incidentId, firedAt, open: resolvedAt === null },
        says: Object.hasOwn(SIGNALS, watch) ? SIGNALS[watch as Signal].says : watch,
      }));
      return {
        ...{ redrive, progress: { ...progress, causes }, rest, groupPaused, alarms: shown },
        ...{ recallNotOffered: null, plannable: DEAD_VERDICTS },
      };
    },
    items: async ({ redriveId, ...asked }) => {
      await readRedrive(broker, redriveId);
      return listRedriveItems(broker, { redriveId, ...asked });
    },
    series: async (redriveId) => {
      const { care } = await readRedrive(broker, redriveId);
      return await redriveSeries(db, await aboutDatabaseTime(db), redriveId, windowOf(care));
    },
    plan: (asked) => planRun(ctx, asked),
    planGroups: (filter) => planGroups(broker, filter),
    groups: () => redrivenGroups(db, MOST_GROUPS),
    start: ({ confirmed: _c, assumed: _a, ...input }) => startRedrive(broker, input),
    rehearse: async ({ confirmed: _c, assumed: _a, ...input }) => {
      await rehearseStart(broker, input);
      return rehearseRun(broker, input);
    },
    pause: (control) => pauseRedrive(broker, control),
    resume: (control) => resumeRedrive(broker, control),
    cancel: (control) => cancelRedrive(broker, control),
    recall: (control) => recallRedrive(broker, control),
  };
}
