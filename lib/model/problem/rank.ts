import { amountText } from '../alarm/amount';
import type { AlarmIncident } from '../alarm/incident';
import { SEVERITIES } from '../alarm/rule';
import { groupOfSubject } from '../alarm/subject';
import { ONLY_BROKER, SIGNALS } from '../signal/signal';
import { groupedBy } from '../grouped';
import { linkFrom } from '../workspace';
import { type Acked, ackOf } from './acknowledged';
import type { ProblemFacts } from './facts';
import { PROBLEM_FACTS, PROBLEM_KINDS } from './kinds';
import {
  type EvidenceOf,
  type Found,
  type Problem,
  type ProblemKind,
  type ProblemSubject,
  type ProblemTrend,
  tierIndex,
  type TrendOf,
} from './problem';
import { inSentence } from '../language/list';
import { inEnglish } from '../language/speech';
import { t } from '../language/t';

type Firing = Pick<
  AlarmIncident,
  'incidentId' | 'watch' | 'subject' | 'severity' | 'value' | 'threshold' | 'firedAt' | 'acknowledgedBy'
>;

/** How a number of a group went; null: not known. */
export type ReadTrend = (group: string, of: TrendOf) => ProblemTrend | null;

/**
 * What was found, with the alarms that nothing of it explains: each thing once, ranked as TIERS says. Their pages are
 * those of the workspace.
 */
export function rankProblems(
  found: readonly Found[],
  firing: readonly Firing[],
  trendOf: ReadTrend = () => null,
  acks: readonly Acked[] = [],
  workspace: string | null = null,
): Problem[] {
  const own = withoutConsequences(found);
  const all = [...own, ...unexplained(own, firing)];
  return all
    .map((each) => ({ each, rank: factsOf(each).rank(each.of) }))
    .toSorted(
      (one, other) =>
        tierIndex(one.rank.tier) - tierIndex(other.rank.tier) ||
        (one.rank.tier === 'messages' ? other.rank.weight - one.rank.weight : 0) ||
        PROBLEM_KINDS.indexOf(one.each.kind) - PROBLEM_KINDS.indexOf(other.each.kind) ||
        other.rank.weight - one.rank.weight ||
        (keyOf(one.each) < keyOf(other.each) ? -1 : 1),
    )
    .map(({ each, rank }) => {
      const problem = toProblem(each, firing, trendOf, workspace);
      return { ...problem, rank, ack: ackOf({ ...problem, rank }, acks) };
    });
}

/** What another line of the same group says already, or what only follows from it. */
const SAID_BY: Partial<Record<ProblemKind, readonly ProblemKind[]>> = {
  'dying-soon': ['dead-letters'],
  'backlog-grows': ['no-consumer', 'blocked-keys'],
  'stale-client': ['no-consumer'],
  'redrive-stopped': ['dead-letters'],
  'redrive-failing': ['dead-letters'],
};

function withoutConsequences(found: readonly Found[]): Found[] {
  const seen = new Set(found.map((each) => `${each.kind} ${placeOf(each)}`));
  return found.filter((each) => {
    const by = SAID_BY[each.kind] ?? [];
    return !by.some((kind) => seen.has(`${kind} ${placeOf(each)}`)) && !isSaidByExpiry(each, found);
  });
}

/** The group, of what is about a group: a re-drive is one of its group. */
function placeOf(each: Found): string {
  return 'group' in each.of ? each.of.group : nameOf(each);
}

function groupsOf(each: Found): readonly string[] {
  if ('groups' in each.of) return each.of.groups;
  if ('group' in each.of) return [each.of.group];
  return each.kind === 'alarm' && each.of.subject.kind === 'group' ? [each.of.subject.name] : [];
}

/** All its dead letters are about to expire: one line about them is enough. */
function isSaidByExpiry(each: Found, found: readonly Found[]): boolean {
  if (each.kind !== 'dead-letters') return false;
  const { group, undecided, dying, run } = each.of;
  if (run !== null) return false;
  const expiry = found.find((other) => other.kind === 'expiring-letters' && other.of.group === group);
  if (expiry?.kind !== 'expiring-letters' || undecided.kind === 'unknown') return false;
  const isDying = dying.kind !== 'unknown' && dying.value > 0;
  return !isDying && expiry.of.expiring.kind !== 'unknown' && expiry.of.expiring.value >= undecided.value;
}

/**
 * Alarms about something that no line says, those about the backlog of one group as one. Of dead letters the rows
 * themselves say whether a decision is due; and what an operator has acknowledged is in hand.
 */
function unexplained(own: readonly Found[], firing: readonly Firing[]): Found[] {
  const left = firing
    .filter((alarm) => !SIGNALS[alarm.watch].ofDeadLetters && alarm.acknowledgedBy === null)
    .filter((alarm) => !own.some((each) => explains(each, alarm)))
    .toSorted((one, other) => SEVERITIES.indexOf(other.severity) - SEVERITIES.indexOf(one.severity));
  return [...groupedBy(left, causeOf).values()].flatMap(([alarm, ...others]) => {
    if (alarm === undefined) return [];
    const { incidentId, watch, subject, severity, value, threshold, firedAt } = alarm;
    return {
      kind: 'alarm',
      of: {
        incidentId,
        severity,
        subject: subjectOf(watch, subject),
        says: inSentence(t(SIGNALS[watch].says)),
        amount: amountText(watch, value),
        threshold: amountText(watch, threshold),
        firedAt: firedAt.toISOString(),
        others: others.length,
      },
    };
  });
}

/** The age, the growth and the size of a backlog have one cause. */
function causeOf({ incidentId, watch, subject }: Firing): string {
  return SIGNALS[watch].ofBacklog ? `backlog ${subject}` : String(incidentId);
}

function subjectOf(watch: Firing['watch'], subject: string): ProblemSubject {
  const kind = SIGNALS[watch].subject;
  return subject === ONLY_BROKER && kind === 'broker'
    ? { kind, name: watch === 'approval-waits' ? t('Approvals') : t('Broker') }
    : { kind, name: groupOfSubject(subject) };
}

/** By the line itself, by one that only follows from it, or because its number is unknown as that line says. */
function explains(each: Found, { watch, subject, value }: Firing): boolean {
  if (each.kind === 'numbers-unknown' && value === null) return each.of.groups.includes(groupOfSubject(subject));
  const kinds = PROBLEM_KINDS.filter((kind) => kind === each.kind || SAID_BY[kind]?.includes(each.kind) === true);
  if (!kinds.some((kind) => PROBLEM_FACTS[kind].signals.includes(watch))) return false;
  return SIGNALS[watch].subject === 'broker' || placeOf(each) === groupOfSubject(subject);
}

function toProblem(
  each: Found,
  firing: readonly Firing[],
  trendOf: ReadTrend,
  workspace: string | null,
): Omit<Problem, 'rank' | 'ack'> {
  const facts = factsOf(each);
  const [stake, stakeMore] = facts.stake(each.of);
  const actionOf = workspace === null ? facts.action : (facts.actionInCluster ?? facts.action);
  const action = actionOf(each.of);
  const alarm = firing.find((incident) =>
    each.kind === 'alarm' ? incident.incidentId === each.of.incidentId : explains(each, incident),
  );
  return {
    key: keyOf(each),
    kind: each.kind,
    subject: facts.subject(each.of),
    groups: groupsOf(each),
    says: facts.says(each.of),
    more: facts.more(each.of),
    since: facts.since(each.of),
    stake,
    stakeMore,
    numbers: facts.numbers(each.of),
    action: { says: action.says, path: linkFrom(workspace, action.path) },
    trend: facts.trend === null ? null : trendOf(nameOf(each), facts.trend),
    alarm:
      alarm === undefined
        ? null
        : {
            incidentId: alarm.incidentId,
            firedAt: alarm.firedAt.toISOString(),
            acknowledgedBy: alarm.acknowledgedBy,
          },
  };
}

/** Its facts and its evidence belong together, which the index alone does not say. */
function factsOf({ kind }: Found): ProblemFacts<EvidenceOf[ProblemKind]> {
  return PROBLEM_FACTS[kind] as ProblemFacts<EvidenceOf[ProblemKind]>;
}

function nameOf(each: Found): string {
  return factsOf(each).subject(each.of).name;
}

/** What acknowledgements are kept by: the same in every language. */
function keyOf(each: Found): string {
  return each.kind === 'alarm' ? `alarm ${each.of.incidentId}` : `${each.kind} ${inEnglish(() => nameOf(each))}`;
}
