import type { ThrottleLimit } from '../../model/throttle/limit';
import { LIMIT_KINDS, type LimitScope, type RecordedSteps } from '../../model/throttle/limit-kind';
import { type FlowStep, type LevelStep, whatIfLevel, type WhatIf, whatIfRate } from '../../model/throttle/what-if';
import { watchedGroups } from '../../store/queries/signal/signal-numbers';
import type { HistoryRange } from '../../store/queries/history/history-read';
import { aboutDatabaseTime } from '../../store/queries/schedule/database-time';
import { backlogSteps, deliveryFlow, sendFlow, storageSteps } from '../../store/queries/throttle/what-if-steps';
import { topicNames } from '../../store/queries/topic/topic-names';
import type { Queryable } from '../../store/queryable';
import type { BrokerContext } from '../context';

/** What the limit would have done to the last hour; null: nothing is recorded that could tell. */
export interface LimitWhatIf {
  readonly result: WhatIf | null;
  /** What it is computed from, and what it leaves out. */
  readonly basis: string;
}

const STEP_SECONDS = 10;
const HOUR_MS = 3_600_000;

interface LimitWhatIfInput extends Pick<ThrottleLimit, 'kind' | 'scope' | 'subject' | 'hard'> {
  readonly softShare: number;
  readonly burstMs: number;
}

export async function limitWhatIf(
  { store }: BrokerContext,
  { kind, scope, subject, hard, softShare, burstMs }: LimitWhatIfInput,
): Promise<LimitWhatIf> {
  const nowMs = (await aboutDatabaseTime(store.console)).getTime();
  const range = { stepSeconds: STEP_SECONDS, from: new Date(nowMs - HOUR_MS), until: new Date(nowMs + 1) } as const;
  const { from, basis } = LIMIT_KINDS[kind].whatIf(scope);
  if (from === null) return { result: null, basis };
  const steps = await READERS[from](store.console, scope, subject, range);
  const result =
    'flow' in steps
      ? whatIfRate(steps.flow, STEP_SECONDS, { hard, burstMs })
      : whatIfLevel(steps.levels, { hard, softShare });
  return { result, basis };
}

type Steps = { readonly flow: readonly FlowStep[] } | { readonly levels: readonly LevelStep[] };
type Reader = (db: Queryable, scope: LimitScope, subject: string, range: HistoryRange) => Promise<Steps>;

const sent =
  (unit: 'messages' | 'bytes'): Reader =>
  async (db, scope, subject, range) => ({ flow: await sendFlow(db, scope === 'topic' ? subject : null, unit, range) });

const backlog =
  (measure: 'count' | 'age'): Reader =>
  async (db, scope, subject, range) => {
    const of = scope === 'topic' ? 'topic' : 'group';
    return { levels: await backlogSteps(db, of, subject, measure, range) };
  };

const READERS: Readonly<Record<RecordedSteps, Reader>> = {
  'sent messages': sent('messages'),
  'sent bytes': sent('bytes'),
  deliveries: async (db, _, subject, range) => ({ flow: await deliveryFlow(db, subject, range) }),
  'backlog messages': backlog('count'),
  'backlog age': backlog('age'),
  storage: async (db, _, __, range) => ({ levels: await storageSteps(db, range) }),
};

const SUBJECTS_SHOWN = 1_000;

/** What a limit can be about, to choose from while typing; a name that is not in it can be typed all the same. */
export async function limitSubjects({ store }: BrokerContext) {
  const [topics, groups] = await Promise.all([topicNames(store.console), watchedGroups(store.console)]);
  return {
    topics: [...topics.values()].toSorted().slice(0, SUBJECTS_SHOWN),
    groups: groups.map(({ name }) => name).slice(0, SUBJECTS_SHOWN),
  };
}
