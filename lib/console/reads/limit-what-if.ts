import 'server-only';
import { z } from 'zod';
import { isRate, type LimitKind, type LimitScope } from '../../model/throttle/limit';
import { type FlowStep, type LevelStep, whatIfLevel, type WhatIf, whatIfRate } from '../../model/throttle/what-if';
import type { HistoryRange } from '../../store/queries/history/history-read';
import { backlogSteps, deliveryFlow, sendFlow, storageSteps } from '../../store/queries/throttle/what-if-steps';
import type { Queryable } from '../../store/queryable';
import { databaseNow } from '../http/database-time';
import { limitKeySchema } from '../schemas/limit';
import { defineRead } from '../http/define-read';

/** What the limit would have done to the last hour; null: nothing is recorded that could tell. */
export interface LimitWhatIf {
  readonly result: WhatIf | null;
  /** What it is computed from, and what it leaves out. */
  readonly basis: string;
}

const STEP_SECONDS = 10;
const HOUR_MS = 3_600_000;

export const limitWhatIfRead = defineRead({
  permission: 'limit:read',
  input: z.object({
    ...limitKeySchema.shape,
    hard: z.coerce.number().positive(),
    softShare: z.coerce.number().min(0).max(1).default(0.8),
    burstMs: z.coerce.number().min(0).default(1000),
  }),
  run: async ({ store }, { kind, scope, subject, hard, softShare, burstMs }): Promise<LimitWhatIf> => {
    const nowMs = Date.parse(await databaseNow(store.console));
    const range = { stepSeconds: STEP_SECONDS, from: new Date(nowMs - HOUR_MS), until: new Date(nowMs + 1) } as const;
    if (isRate(kind)) {
      const flow = await readFlow(store.console, kind, scope, subject, range);
      const basis = rateBasis(kind, scope);
      return { result: flow === null ? null : whatIfRate(flow, STEP_SECONDS, { hard, burstMs }), basis };
    }
    const levels = await readLevels(store.console, kind, scope, subject, range);
    return { result: levels === null ? null : whatIfLevel(levels, { hard, softShare }), basis: levelBasis(kind) };
  },
});

async function readFlow(
  db: Queryable,
  kind: LimitKind,
  scope: LimitScope,
  subject: string,
  range: HistoryRange,
): Promise<FlowStep[] | null> {
  if (scope === 'access-key') return null;
  if (kind === 'receive-rate') return await deliveryFlow(db, subject, range);
  if (kind !== 'send-rate' && kind !== 'send-bytes') return null;
  const topic = scope === 'topic' ? subject : null;
  return await sendFlow(db, topic, kind === 'send-rate' ? 'messages' : 'bytes', range);
}

async function readLevels(
  db: Queryable,
  kind: LimitKind,
  scope: LimitScope,
  subject: string,
  range: HistoryRange,
): Promise<LevelStep[] | null> {
  if (kind === 'storage') return await storageSteps(db, range);
  if (kind === 'backlog-bytes' || (scope !== 'topic' && scope !== 'group')) return null;
  return await backlogSteps(db, scope, subject, kind === 'backlog-age' ? 'age' : 'count', range);
}

function rateBasis(kind: LimitKind, scope: LimitScope): string {
  if (scope === 'access-key') return 'Sends are not recorded per access key.';
  const steps = 'steps of 10 s of the last hour';
  switch (kind) {
    case 'send-rate':
      return scope === 'topic'
        ? `From ${steps}: messages accepted, the busiest second of each step, and requests refused then. A send that was refused and tried again counts each time.`
        : `From ${steps}: messages accepted on all topics and requests refused then; peaks within a step are left out.`;
    case 'send-bytes':
      return `From ${steps}: bytes accepted${scope === 'topic' ? ' and the busiest second of each step' : ''}. Bytes of refused sends are not recorded and left out.`;
    case 'receive-rate':
      return `From ${steps}: deliveries, retries included. A refused receive comes again: deliveries would be later, not lost.`;
    default:
      return 'Bytes delivered are not recorded over time.';
  }
}

function levelBasis(kind: LimitKind): string {
  if (kind === 'backlog-bytes') return 'The bytes of backlogs are not recorded over time.';
  return 'From the level at the end of each step of 10 s of the last hour and the messages accepted meanwhile. A group counts with all its topics. Senders that are refused make less backlog than there was.';
}
