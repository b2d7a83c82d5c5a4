import { z } from 'zod';
import { findSetting, planEdits, planRedrive, readersOfTarget, type Redrive, type RedrivePlan } from '../broker';
import type { BrokerContext } from '../broker/context';
import type { ScopedSelection } from '../broker/dead-letter/selection';
import { keepMsOf } from '../model/dead-letter/dead-letter-retention';
import { conditionWords, toConditions } from '../model/dead-letter/letter-filter';
import { enumerated } from '../model/language/list';
import { t } from '../model/language/t';
import { hideInFilter } from '../model/masking/asked';
import type { Masks } from '../model/masking/masks';
import { earlierWords } from '../model/redrive/earlier-words';
import { DEAD_VERDICTS, type RedriveFilter, type RedriveState } from '../model/redrive/redrive';
import type { RedriveRestRow } from '../store/queries/redrive/redrive-rest';
import type { PlannedRun, RehearsedRun, StartAsked } from './port/redrives';

type PlannedSet = Omit<RedrivePlan, 'reasons' | 'causes'> & Pick<PlannedRun, 'reasons' | 'causes' | 'expiresAt'>;

/** The set of a plan: what it takes and leaves, and how long it is kept. @throws BrokerError bad-request */
export async function planSet(broker: BrokerContext, selection: ScopedSelection): Promise<PlannedSet> {
  const [plan, retention] = await Promise.all([
    planRedrive(broker, selection),
    findSetting(broker, 'dead-letter-retention'),
  ]);
  const keepMs = keepMsOf(retention.value);
  const { firstAt } = plan;
  return {
    ...plan,
    expiresAt: firstAt === null || keepMs === null ? null : new Date(firstAt.getTime() + keepMs),
    reasons: plan.reasons.map(({ kind, why, count, sampleIds }) => ({ kind, why, count, sampleIds })),
    causes: plan.causes.map(({ groupId: _g, ...cause }) => cause),
  };
}

/** The set, what edits make of it, and who reads the topic that it goes to. */
export async function rehearseRun(
  broker: BrokerContext,
  { edits, target, ...given }: Omit<StartAsked, 'actor'>,
): Promise<RehearsedRun> {
  const selection = target === undefined ? given : { ...given, leaveOut: { ...given.leaveOut, deletedTopics: false } };
  const planned = await planRedrive(broker, selection);
  const frozen = { ...selection, throughId: planned.throughId };
  const changed = edits === undefined ? null : await planEdits(broker, frozen, edits);
  const readers = target === undefined ? null : await readersOfTarget(broker, target);
  return { planned, changed, copies: readers?.groups.map(({ group }) => group) ?? null };
}

/**
 * What of a run that its rule stopped is not released; null: it was not stopped, or goes on.
 * @param statesOf states of items that are dead letters now, by the state of the run
 */
export function restOfRun(
  { state, stop, roundAt, frozenAt }: Pick<Redrive, 'state' | 'stop' | 'roundAt' | 'frozenAt'>,
  statesOf: Readonly<Partial<Record<RedriveState, readonly string[]>>>,
  read: (roundAt: Date, states: readonly string[]) => Promise<RedriveRestRow | null>,
): Promise<RedriveRestRow | null> {
  const states = statesOf[state];
  if (stop === null || states === undefined) return Promise.resolve(null);
  return read(roundAt ?? frozenAt, states);
}

const CAUSE_KEY = /^[0-9a-f]{16}$/;

/** The key of a cause says nothing to people. */
function causeWords(key: string, name: string | undefined): string {
  if (name !== undefined) return t('cause “{name}”', { name });
  if (key.startsWith('unreported:')) return t('cause not reported');
  return CAUSE_KEY.test(key) ? t('one cause (its text is no longer stored)') : t('cause “{name}”', { name: key });
}

const text = z.string().optional();
const number = z.number().optional();

const earlierShape = z.object({
  redriveId: z.number(),
  verdicts: z.array(z.enum(DEAD_VERDICTS)),
  withoutCauses: z.array(z.string()).optional(),
});

const selectionShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('messages'), count: z.number() }),
  z.object({ kind: z.literal('redrive'), redrive: earlierShape }),
  z.object({
    kind: z.literal('filter'),
    filter: z.object({
      ...{ q: text, cause: text, topic: text, appVersion: text, key: text, json: text },
      ...{ from: text, to: text, expiresBefore: text, attemptsFrom: number, attemptsTo: number },
      ...{ held: z.boolean().optional(), accepted: z.boolean().optional() },
    } satisfies Record<keyof RedriveFilter, z.ZodType>),
  }),
]);

/** What a re-drive was asked for, in words. @param causeText of its one cause, if that is still kept */
export function scopeWords(selection: unknown, causeText: string | undefined, masks: Masks): string {
  const parsed = selectionShape.safeParse(selection);
  if (!parsed.success) return t('unknown selection');
  const { data } = parsed;
  switch (data.kind) {
    case 'all':
      return t('all dead letters of the group');
    case 'messages':
      return t('{count, plural, one {# selected message} other {# selected messages}}', { count: data.count });
    case 'redrive':
      return earlierWords(data.redrive);
    case 'filter': {
      const { cause } = data.filter;
      const named = cause === undefined ? undefined : causeWords(cause, causeText);
      return enumerated(conditionWords(toConditions(hideInFilter(data.filter, masks)), named));
    }
  }
}
