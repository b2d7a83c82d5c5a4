import { CARE_LIMITS, defaultRamp } from '@/lib/model/redrive/redrive-care';
import { REDRIVE_LIMITS } from '@/lib/model/redrive/redrive';
import type { EditsInput, RedrivePlanView } from '@/lib/console/operations/redrives/views';
import { describeCause } from '@/components/ui/delivery-cause.model';
import { formatDuration } from '@/components/ui/duration.model';
import { formatRate } from '@/lib/model/rate';
import { enumerated } from '@/lib/model/language/list';
import { msg, t } from '@/lib/model/language/t';

/** What the start form says, as it was typed. */
export interface StartDraft {
  readonly rate: string;
  readonly hasCanary: boolean;
  readonly canary: string;
  readonly stops: boolean;
  /** It pauses while live messages wait longer than so many milliseconds; nothing: it does not. */
  readonly liveDelayMs: string;
  readonly reason: string;
  readonly edits: EditsInput | null;
  /** Why what is typed there cannot be sent yet. */
  readonly editProblem: string | null;
  /** Messages of the set to which the rule does not apply: they stay behind. */
  readonly leftByRule: number;
  /** Null: back to the group. */
  readonly topic: string | null;
  /** Why the topic cannot be sent to yet. */
  readonly topicProblem: string | null;
  /** In a cluster: groups that get a copy too, ticked by hand. */
  readonly confirmed: readonly string[];
}

export const FIRST_DRAFT: StartDraft = {
  rate: '20',
  hasCanary: true,
  canary: '10',
  stops: true,
  liveDelayMs: '',
  reason: '',
  edits: null,
  editProblem: null,
  leftByRule: 0,
  topic: null,
  topicProblem: null,
  confirmed: [],
};

interface ReadNumber {
  /** Null: nothing, or not readable. */
  readonly value: number | null;
  readonly error: string | null;
}

/** What the rate field says: nothing is "as fast as it goes"; a text that is no rate is an error. Pure. */
export function readRate(text: string): ReadNumber {
  if (text.trim() === '') return { value: null, error: null };
  return readWhole(
    text,
    REDRIVE_LIMITS.ratePerSecond,
    msg('Must be a whole number from 1 to {most, number}, or empty for no limit.'),
  );
}

export function readCanary(text: string): ReadNumber {
  return readWhole(text, CARE_LIMITS.canary, msg('Must be a whole number from 1 to {most, number}.'));
}

/** Nothing is "never pause". */
export function readLiveDelay(text: string): ReadNumber {
  if (text.trim() === '') return { value: null, error: null };
  return readWhole(
    text,
    CARE_LIMITS.delayP95Ms.max,
    msg('Must be a whole number from 1 to {most, number}, or empty to never pause.'),
  );
}

type Limited = `${string}{most, number}${string}`;

function readWhole(text: string, most: number, problem: Limited): ReadNumber {
  const value = Number(text.trim());
  if (/^\d+$/.test(text.trim()) && value >= 1 && value <= most) return { value, error: null };
  return { value: null, error: t(problem, { most }) };
}

/** Null while a field cannot be read. */
export function careOfDraft({ rate, hasCanary, canary, stops, liveDelayMs, topic }: StartDraft) {
  if (topic !== null) return { canary: null, ramp: null, abort: null };
  const first = readCanary(canary);
  const delay = readLiveDelay(liveDelayMs);
  if (readRate(rate).error !== null || delay.error !== null || (hasCanary && first.value === null)) return null;
  const holds = delay.value === null ? {} : { delayP95Ms: delay.value };
  const abort = stops ? holds : { failedShare: null, unfetchedMs: null, ...holds };
  return {
    ...(hasCanary ? { canary: { count: first.value ?? 0 } } : { canary: null }),
    ...(delay.value === null ? (stops ? {} : { abort: null }) : { abort }),
  };
}

/** The rates after the canary, as the broker will use them. */
export function rampWords({ rate, hasCanary, canary }: StartDraft): string {
  const { value } = readRate(rate);
  if (!hasCanary)
    return value === null
      ? t('Off: all messages are released at once.')
      : t('Off: {rate} from the start.', { rate: formatRate(value) });
  const steps = defaultRamp(value, readCanary(canary).value ?? 0);
  const rates = steps.map((step) => (step.ratePerSecond === null ? t('no limit') : formatRate(step.ratePerSecond)));
  return t('The first deliveries decide whether the run continues, at {rates}.', { rates: enumerated(rates) });
}

/** The steps of a release, for its picture: from when on, how many a second. Null: no rate to draw. Pure. */
export function releaseSteps(
  inSet: number,
  draft: StartDraft,
): { fromS: number; untilS: number; perSecond: number }[] | null {
  const { value } = readRate(draft.rate);
  if (value === null || inSet === 0) return null;
  const canary = draft.hasCanary ? Math.min(inSet, readCanary(draft.canary).value ?? 0) : 0;
  const ramp = draft.hasCanary ? defaultRamp(value, canary) : [{ ratePerSecond: value, afterVerdicts: 0 }];
  const steps: { fromS: number; untilS: number; perSecond: number }[] = [];
  let sent = canary;
  let at = canary / value;
  if (canary > 0) steps.push({ fromS: 0, untilS: at, perSecond: value });
  for (const [place, { ratePerSecond }] of ramp.entries()) {
    const next = ramp[place + 1];
    const until = Math.min(inSet, next === undefined ? inSet : next.afterVerdicts);
    const perSecond = ratePerSecond ?? value;
    if (until <= sent) continue;
    const endS = at + (until - sent) / perSecond;
    steps.push({ fromS: at, untilS: endS, perSecond });
    at = endS;
    sent = until;
  }
  return steps;
}

/** Releasing only: when they are consumed is for the clients to say. */
export function timeNeeded(inSet: number, draft: StartDraft): string {
  if (inSet === 0) return formatDuration(0);
  const steps = releaseSteps(inSet, draft);
  if (steps === null) return readRate(draft.rate).error === null ? t('a few seconds') : t('unknown');
  return t('about {time}', { time: formatDuration(Math.ceil(steps.at(-1)?.untilS ?? 0) * 1000, 2) });
}

/** Why the start button stays off, or null. */
export function startBlock(plan: RedrivePlanView, draft: StartDraft): string | null {
  if (plan.startNotAllowed !== null) return plan.startNotAllowed;
  if (plan.evidence.paused !== null && draft.topic === null)
    return t('{group} is paused by {by}, so no client would receive the messages', {
      group: plan.group,
      by: plan.evidence.paused.by,
    });
  const blocked = plan.cluster === null ? null : clusterBlock(plan, plan.cluster, draft);
  if (blocked !== null) return blocked;
  if (plan.inSet === 0) return plan.excluded > 0 ? t('All messages are left out') : t('The set is empty');
  if (draft.editProblem !== null) return draft.editProblem;
  if (draft.topicProblem !== null) return draft.topicProblem;
  if (readRate(draft.rate).error !== null) return t('The maximum rate is not valid');
  if (draft.topic === null && draft.hasCanary && readCanary(draft.canary).error !== null)
    return t('The canary is not valid');
  if (draft.topic === null && readLiveDelay(draft.liveDelayMs).error !== null) return t('The live delay is not valid');
  if (plan.inSet >= REDRIVE_LIMITS.reasonFrom && draft.reason.trim() === '')
    return t('Enter a reason (required for {reasonFrom} or more messages)', { reasonFrom: REDRIVE_LIMITS.reasonFrom });
  return null;
}

function clusterBlock(
  { group }: RedrivePlanView,
  { isPaused, way, others }: NonNullable<RedrivePlanView['cluster']>,
  { confirmed }: StartDraft,
): string | null {
  if (isPaused) return t('{group} is paused, so no client would receive the messages', { group });
  if (way === null) return t('Select which clients the group has');
  const open = others.find((other) => other.copies > 0 && !confirmed.includes(other.group));
  return open === undefined
    ? null
    : t('Tick {group} first: it would get {copies, plural, one {# copy} other {# copies}}', {
        group: open.group,
        copies: open.copies,
      });
}

/** How many go: messages of the set without what a rule of edits leaves behind. */
export function countSent({ inSet }: Pick<RedrivePlanView, 'inSet'>, { leftByRule }: StartDraft): number {
  return Math.max(0, inSet - leftByRule);
}

/** "Start with 10 of 20,913"; "Start, with 2,542 copies to 2 other groups". */
export function startLabel(plan: Pick<RedrivePlanView, 'inSet' | 'cluster'>, draft: StartDraft): string {
  const { cluster } = plan;
  const inSet = countSent(plan, draft);
  const others = cluster?.others.filter(({ copies }) => copies > 0) ?? [];
  if (others.length > 0) {
    const copies = others.reduce((sum, other) => sum + other.copies, 0);
    return t(
      `Start, with {copies, plural, one {# copy} other {# copies}} to {groups, plural, one {# other group} other {#
      other groups}}`,
      { copies, groups: others.length },
    );
  }
  const edited = draft.edits === null ? 'no' : 'yes';
  if (draft.topic !== null)
    return draft.topic === ''
      ? t('Send {inSet, number} to a topic{edited, select, yes {, edited} other {}}', { inSet, edited })
      : t('Send {inSet, number} to {topic}{edited, select, yes {, edited} other {}}', {
          inSet,
          edited,
          topic: draft.topic,
        });
  const first = draft.hasCanary ? readCanary(draft.canary).value : null;
  return first === null || first >= inSet
    ? t('Start with {inSet, number}{edited, select, yes {, edited} other {}}', { inSet, edited })
    : t('Start with {first, number} of {inSet, number}{edited, select, yes {, edited} other {}}', {
        ...{ first, inSet, edited },
      });
}

/** The body of POST /redrives that does what the button does. Null while a field cannot be read. Pure. */
export function apiBody(plan: RedrivePlanView, draft: StartDraft): Record<string, unknown> | null {
  const care = careOfDraft(draft);
  if (care === null) return null;
  const { deadLetterIds, messageIds, filter, redrive, all, leaveOut, throughId } = plan.selection;
  return dropUndefined({
    group: plan.group,
    deadLetterIds,
    messageIds,
    filter: filter === undefined ? undefined : apiFilter(filter),
    redrive:
      redrive === undefined
        ? undefined
        : dropUndefined({ ...redrive, redriveId: undefined, id: String(redrive.redriveId) }),
    all,
    leaveOut,
    throughId,
    ratePerSecond: readRate(draft.rate).value,
    ...care,
    reason: draft.reason.trim(),
    incident: plan.alarm === null ? undefined : String(plan.alarm.incidentId),
    edits: draft.edits ?? undefined,
    target: draft.topic === null ? undefined : { topic: draft.topic },
    confirmed: plan.cluster === null || draft.confirmed.length === 0 ? undefined : draft.confirmed,
    assumed: plan.cluster?.assumed ?? undefined,
  });
}

function apiFilter({
  expires,
  version,
  attempts,
  held,
  accepted,
  ...rest
}: NonNullable<RedrivePlanView['selection']['filter']>): Record<string, unknown> {
  const [, from, dash, to] = /^(\d+)(-)?(\d+)?$/.exec(attempts ?? '') ?? [];
  return dropUndefined({
    ...rest,
    expiresBefore: expires,
    appVersion: version,
    attemptsFrom: from === undefined ? undefined : Number(from),
    attemptsTo: from === undefined || (dash !== undefined && to === undefined) ? undefined : Number(to ?? from),
    held: held === undefined ? undefined : held === 'yes',
    accepted: accepted === undefined ? undefined : accepted === 'yes',
  });
}

function dropUndefined(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** A command for a shell: single quotes, and those inside written so that no shell reads them. */
export function curlOf(
  origin: string,
  body: Readonly<Record<string, unknown>>,
  workspace: string | null = null,
): string {
  const quoted = JSON.stringify(body).replaceAll("'", String.raw`'\''`);
  return [
    `curl -X POST '${origin}/api/v1${workspace === null ? '' : `/clusters/${workspace}`}/redrives'`,
    `-H "authorization: Bearer $REDRIVE_API_TOKEN"`,
    `-H 'content-type: application/json'`,
    `-d '${quoted}'`,
  ].join(' ');
}

/** The live delay of now beside the limit for it; unknown says why. */
export function liveDelayWords(delay: RedrivePlanView['evidence']['liveDelayP95Ms']): string {
  return delay.kind === 'unknown'
    ? t('Live delay now: unknown ({reason})', { reason: delay.reason })
    : t('Live delay now: {ms, number} ms (p95 of the last 30 s)', { ms: Math.round(delay.value) });
}

/** What the page knows of why: the operator adds what was fixed, or sends it as it is. Pure. */
export function suggestedReason({
  alarm,
  causes,
  causeCount,
  inSet,
  group,
}: Pick<RedrivePlanView, 'alarm' | 'causeCount' | 'inSet' | 'group'> & {
  readonly causes: readonly Pick<RedrivePlanView['causes'][number], 'errorType' | 'brokerCause'>[];
}): string {
  if (alarm !== null)
    return t('Alarm “{says}” of {time} UTC', {
      says: t(alarm.says),
      time: alarm.firedAt.slice(0, 16).replace('T', ' '),
    });
  const [first] = causes;
  if (first === undefined)
    return t('Re-drive {inSet, plural, one {# dead letter} other {# dead letters}} of {group}', { inSet, group });
  const cause = first.errorType ?? t('cause not reported ({cause})', { cause: describeCause(first.brokerCause) });
  return t(
    `Re-drive {inSet, plural, one {# dead letter} other {# dead letters}} of {group}: {cause}{more, plural, =0 {} one {
    and # more cause} other { and # more causes}}`,
    { inSet, group, cause, more: causeCount - 1 },
  ).slice(0, REDRIVE_LIMITS.reasonChars);
}
