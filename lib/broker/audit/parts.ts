import { GROUP_FIELD_NAMES, GROUP_FIELDS, type JsonField } from '../../model/group/group-settings';
import type { Triage } from '../../model/dead-letter/cause';
import type { DeadLetterFilter, EarlierRedrive, LeaveOut } from '../../model/redrive/redrive';
import type { RedriveCare } from '../../model/redrive/redrive-care';
import type { RedriveEdits, RedriveTarget } from '../../model/redrive/redrive-edits';
import type { RetryFilter } from '../../model/delivery/retry-change';

/**
 * What a part of a row of the audit log is, for people and tokens whose rights are those of teams: a plain value, the
 * name of a group or topic, a text that a person wrote, content of the team's own messages (whatever its form), or more
 * parts. What is not declared here is not shown to them.
 */
export type Part = 'plain' | 'name' | 'text' | 'content' | Parts;
export interface Parts {
  readonly [key: string]: Part;
}
type Of<T> = { readonly [Key in keyof Required<T>]: Part };

/** In the place of a key: a queue as "topic/3". */
export const QUEUE_KEY = 'topic/queue';

const FILTER: Of<DeadLetterFilter & RetryFilter> = {
  ...{ group: 'name', topic: 'name', q: 'plain', cause: 'plain', key: 'plain', json: 'plain', appVersion: 'plain' },
  ...{ from: 'plain', to: 'plain', expiresBefore: 'plain', storedBefore: 'plain', diesBefore: 'plain' },
  ...{
    attemptsFrom: 'plain',
    attemptsTo: 'plain',
    lastTry: 'plain',
    dueFrom: 'plain',
    dueTo: 'plain',
    held: 'plain',
    accepted: 'plain',
  },
};
const LEAVE_OUT: Of<LeaveOut> = { newerConsumed: 'plain', held: 'plain', tags: 'plain', deletedTopics: 'plain' };
const EARLIER: Of<EarlierRedrive> = { redriveId: 'plain', verdicts: 'plain', withoutCauses: 'plain' };
const SELECTION: Parts = {
  ...{ kind: 'plain', count: 'plain', messageIds: 'plain', throughId: 'plain', throughEpoch: 'plain' },
  ...{ discardId: 'plain', filter: FILTER, leaveOut: LEAVE_OUT, redrive: EARLIER },
};
const POLICY: Parts = {
  ...{ type: 'plain', initialMs: 'plain', maxMs: 'plain', multiplier: 'plain', intervalsMs: 'plain' },
  intervalMs: 'plain',
};
const GROUP: Parts = {
  ...Object.fromEntries(GROUP_FIELD_NAMES.map((field) => [field, GROUP_FIELDS[field].isFreeText ? 'text' : 'plain'])),
  ...({ retryPolicy: POLICY } satisfies Record<JsonField, Part>),
};
const TRIAGE: Of<Omit<Triage, 'by' | 'at'>> = {
  ...{ state: 'plain', note: 'text', owner: 'plain', ignoreUntil: 'plain', ignorePerHour: 'plain' },
  ...{ resolvedAt: 'plain', version: 'plain' },
};
const RAMP: Parts = { ratePerSecond: 'plain', afterVerdicts: 'plain' };
const CARE: Of<RedriveCare> = {
  ...{ canary: 'plain', ramp: RAMP },
  abort: { failedShare: 'plain', ofLast: 'plain', unfetchedMs: 'plain', delayP95Ms: 'plain' },
};
const EDITS: Of<RedriveEdits> = { messages: 'content', rule: 'content' };
const TARGET: Of<RedriveTarget> = { topic: 'name' };
const REQUEST: Parts = { request: 'plain', finished: 'plain', selection: SELECTION, ...SELECTION };

const counts = (...keys: readonly string[]): Parts => Object.fromEntries(keys.map((key) => [key, 'plain']));

/** By the first word of the action. */
export const AUDIT_PARTS: Readonly<Record<string, { readonly values: Parts; readonly counts: Parts }>> = {
  group: {
    values: {
      ...{ ...GROUP, version: 'plain', clients: 'plain', pausedAt: 'plain', pausedBy: 'plain' },
      ...{ to: 'plain', topic: 'name', [QUEUE_KEY]: 'plain', source: 'text' },
    },
    counts: counts(
      ...['unread', 'inFlight', 'waiting', 'dead', 'discarded', 'redrives', 'versions', 'alarmRules', 'limits'],
      ...['skipped', 'repeated', 'passedOver'],
    ),
  },
  topic: {
    values: {
      ...{ messageType: 'plain', queues: 'plain', readers: 'name', endpoints: 'plain', afterSeconds: 'plain' },
      source: 'text',
    },
    counts: counts('stored', 'inFlight', 'waiting', 'scheduled', 'transactions', 'deadLettersKept'),
  },
  'dead-letter': {
    values: { ...REQUEST, until: 'plain', format: 'plain' },
    counts: counts('matched', 'changed', 'excluded'),
  },
  retry: { values: REQUEST, counts: counts('matched', 'changed', 'excluded') },
  key: {
    values: { request: 'plain', key: 'plain', topic: 'name', queueNo: 'plain', messageId: 'plain' },
    counts: {},
  },
  approval: { values: { approval: 'plain', operation: 'plain', askedBy: 'plain' }, counts: counts('messages') },
  cause: { values: { ...TRIAGE, cause: 'plain' }, counts: {} },
  redirect: {
    values: {
      ...{ redirect: 'plain', cause: 'plain', topic: 'name', ratePerSecond: 'plain', canary: 'plain', hours: 'plain' },
      state: 'plain',
    },
    counts: counts('sent', 'consumed'),
  },
  redrive: {
    values: {
      ...{ group: 'name', selection: SELECTION, ratePerSecond: 'plain', ...CARE, alarm: 'plain', edits: EDITS },
      ...{ target: TARGET, state: 'plain', phase: 'plain', rule: 'plain', liveDelayP95Ms: 'plain' },
    },
    counts: counts('selected', 'excluded', 'released', 'recalled', 'left', 'failed', 'of'),
  },
};
