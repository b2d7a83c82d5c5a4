import { actorName, targetName } from '@/components/audit/names.model';
import { describeDone } from '@/components/audit/actions.model';
import { describeChange } from '@/components/audit/audit.model';
import { runState, verdictCells } from '@/components/redrives/verdicts.model';
import { fromPicked, toPicked } from '@/components/ui/moment.model';
import type { HandoverView } from '@/lib/console/operations/handover/views';
import { enumerated, inSentence } from '@/lib/model/language/list';
import { msg, t } from '@/lib/model/language/t';
import type { Reading } from '@/lib/model/reading';
import type { Phrase } from '@/lib/model/problem/phrase';
import { inWorkspace } from '@/lib/model/workspace';

export interface HandoverEvent {
  readonly key: string;
  readonly at: string;
  readonly kind: 'alarm' | 'change' | 'redrive';
  readonly says: string;
  /** What a person wrote: a reason, or a note. */
  readonly note: string;
  /** What else is known of it. */
  readonly detail: readonly Phrase[];
  readonly href: string | null;
}

/** Alarms, changes and re-drives of the span in one list, the oldest first. */
export function eventsOf({ alarms, changes, redrives, from, to }: HandoverView): HandoverEvent[] {
  const events = [...listed(alarms).flatMap(alarmEvents), ...listed(redrives).flatMap(runEvents)];
  const inSpan = events.filter(({ at }) => at >= from && at < to);
  return [...inSpan, ...listed(changes).map(changeEvent)].toSorted(
    (one, other) => Date.parse(one.at) - Date.parse(other.at),
  );
}

type Item<Part extends 'alarms' | 'changes' | 'redrives'> = Extract<
  HandoverView[Part],
  { readonly kind: 'value' }
>['value']['items'][number];

export function listed<T>(part: Reading<{ readonly items: readonly T[] }>): readonly T[] {
  return part.kind === 'unknown' ? [] : part.value.items;
}

const NONE = { note: '', detail: [] as readonly Phrase[], href: null };

type OfAlarm = { readonly title: string; readonly actor: string };

const DONE: Readonly<Record<string, (given: OfAlarm) => string>> = {
  'died-again': ({ title }) => t('New dead letters after a re-drive: {title}', { title }),
  acknowledged: (given) => t('{actor} acknowledged alarm: {title}', given),
  silenced: (given) => t('{actor} silenced alarm: {title}', given),
  unsilenced: (given) => t('{actor} ended the silence of alarm: {title}', given),
};

function alarmEvents({ incidentId, firedAt, resolvedAt, title, ended, severity, path, events }: Item<'alarms'>) {
  const common = { ...NONE, kind: 'alarm' as const, href: path };
  const key = `alarm ${incidentId}`;
  return [
    {
      ...common,
      key: `${key} fired`,
      at: firedAt,
      says: t('Alarm ({severity, select, critical {critical} warning {warning} other {info}}): {title}', {
        severity,
        title,
      }),
    },
    ...events.map(({ at, kind, actor, note }, index) => ({
      ...{ ...common, key: `${key} ${index}`, at, note: note ?? '' },
      says: alarmEventWords(kind, { title, actor: actor ?? t('Unknown') }),
    })),
    ...(resolvedAt === null ? [] : [{ ...common, key: `${key} ended`, at: resolvedAt, says: ended ?? '' }]),
  ];
}

function alarmEventWords(kind: string, given: OfAlarm): string {
  const done = DONE[kind];
  return done === undefined ? t('{actor}: {event}, alarm: {title}', { ...given, event: kind }) : done(given);
}

function runEvents(run: Item<'redrives'>): HandoverEvent[] {
  const { redriveId, name, group, createdBy, counts, frozenAt, finishedAt, stop, reason, scope } = run;
  const common = { ...NONE, kind: 'redrive' as const, href: `/redrives/${redriveId}` };
  const given = { name, group };
  return [
    {
      ...{ ...common, key: `${name} started`, at: frozenAt, note: reason, detail: [scope] },
      says: t('{actor} started {name} of {group}: {count, plural, one {# dead letter} other {# dead letters}}', {
        ...given,
        actor: createdBy,
        count: counts.selected,
      }),
    },
    ...(stop === null
      ? []
      : [
          {
            ...common,
            key: `${name} stopped`,
            at: stop.at,
            says: t('{name} of {group} was stopped by its stop rule', given),
          },
        ]),
    ...(finishedAt === null
      ? []
      : [
          {
            ...common,
            key: `${name} ended`,
            at: finishedAt,
            says:
              run.state === 'cancelled'
                ? t('{name} of {group} was cancelled', given)
                : t('{name} of {group} released its last message', given),
          },
        ]),
  ];
}

function changeEvent({ auditId, at, action, target, reason, ...change }: Item<'changes'>): HandoverEvent {
  return {
    ...{ ...NONE, key: `change ${auditId}`, at, kind: 'change', note: reason ?? '', detail: describeChange(change) },
    says: describeDone(actorName(change), action, targetName(action, target)),
  };
}

/** "Stopped by its rule: 117 consumed, 4 failed again": the outcomes of a run as they are now. */
export function runWords(run: Item<'redrives'>): string {
  const counts = verdictCells(run.counts)
    .filter(({ count }) => count > 0)
    .map(({ count, name }) => t('{count, number} {outcome}', { count, outcome: inSentence(name) }));
  return t('{state}: {outcomes}', {
    state: runState(run).word,
    outcomes: counts.length === 0 ? t('no message') : enumerated(counts),
  });
}

type Part = 'alarms' | 'redrives' | 'changes';

interface PartWords {
  readonly count: (count: number) => string;
  readonly unknown: string;
  readonly unread: (reason: string) => string;
}

const PARTS: Readonly<Record<Part, PartWords>> = {
  alarms: {
    count: (count) => t('{count, plural, one {# alarm} other {# alarms}}', { count }),
    unknown: msg('alarms unknown'),
    unread: (reason) => t('Alarms are not shown: {reason}.', { reason }),
  },
  redrives: {
    count: (count) => t('{count, plural, one {# re-drive} other {# re-drives}}', { count }),
    unknown: msg('re-drives unknown'),
    unread: (reason) => t('Re-drives are not shown: {reason}.', { reason }),
  },
  changes: {
    count: (count) => t('{count, plural, one {# change} other {# changes}}', { count }),
    unknown: msg('changes unknown'),
    unread: (reason) => t('Changes are not shown: {reason}.', { reason }),
  },
};
const PART_NAMES = ['alarms', 'redrives', 'changes'] as const satisfies readonly Part[];

/** What is open, then how much happened. */
export function summaryOf(view: HandoverView): { readonly bold: string; readonly rest: string } {
  const parts = PART_NAMES.map((part) => {
    const reading: Reading<Cut> = view[part];
    return reading.kind === 'unknown' ? t(PARTS[part].unknown) : countWords(reading.value, PARTS[part]);
  });
  return { bold: openWords(view.open), rest: t('In this period: {parts}.', { parts: enumerated(parts) }) };
}

function openWords(open: HandoverView['open']): string {
  if (open.kind === 'unknown') return t('Open problems are unknown.');
  const { total, checks } = open.value;
  if (total > 0) return t('{total, plural, one {# open problem} other {# open problems}}.', { total });
  return unsure(checks).length === 0 ? t('No open problems.') : t('No open problems were found.');
}

/** Parts that are missing, or not whole; each a sentence. */
export function gapsOf(view: HandoverView): string[] {
  const parts = PART_NAMES.flatMap((part) => {
    const reading: Reading<Cut> = view[part];
    if (reading.kind === 'unknown') return [PARTS[part].unread(reading.reason)];
    const { items, more } = reading.value;
    if (!more) return [];
    const all = countWords(reading.value, PARTS[part]);
    return [
      t('Only the newest {count, number} of {all} are listed. Choose a shorter period to see the others.', {
        count: items.length,
        all,
      }),
    ];
  });
  const older = listed(view.alarms).reduce((sum, { events, eventsTotal }) => sum + eventsTotal - events.length, 0);
  return [
    ...parts,
    ...(older === 0
      ? []
      : [
          t(
            `{older, plural, one {# older event of these alarms is} other {# older events of these alarms are}} not
            listed. Open the alarm to see all events.`,
            { older },
          ),
        ]),
    ...(view.changes.kind !== 'unknown' && view.changes.value.runsLeftOut
      ? [t('Changes of the oldest re-drives are not listed. Choose a shorter period to see them.')]
      : []),
  ];
}

interface Cut {
  readonly items: readonly unknown[];
  readonly more: boolean;
  readonly total: number;
  readonly isAtLeast: boolean;
}

function countWords({ total, isAtLeast }: Cut, words: PartWords): string {
  const amount = words.count(total);
  return isAtLeast ? t('at least {amount}', { amount }) : amount;
}

type Checks = Extract<HandoverView['open'], { readonly kind: 'value' }>['value']['checks'];

/** What could not be checked. */
export function unsure(checks: Checks) {
  return checks.filter(({ found }) => found === null);
}

interface Preset {
  readonly name: string;
  readonly from: string;
  /** Undefined: now. */
  readonly to: string | undefined;
}

const DAY_MS = 86_400_000;

/** A night is from 20:00 to 08:00 where the reader is; the one under way ends now. */
export function presetsOf(nowMs: number, timeZone: string): Preset[] {
  const today = toPicked(new Date(nowMs).toISOString(), timeZone).slice(0, 10);
  const morning = fromPicked(`${today}T08:00`, timeZone) ?? '';
  // The day before by the calendar: a day may have 23 or 25 hours.
  const yesterday = new Date(Date.parse(today) - DAY_MS).toISOString().slice(0, 10);
  const evening = fromPicked(`${yesterday}T20:00`, timeZone) ?? '';
  return [
    { name: t('Last night'), from: evening, to: Date.parse(morning) <= nowMs ? morning : undefined },
    { name: t('Last 12 h'), from: '-12h', to: undefined },
    { name: t('Last 24 h'), from: '-24h', to: undefined },
  ];
}

/** The address of exactly this span: also tomorrow it is the same. */
export function permalinkOf({ from, to, group }: HandoverView, workspace: string | null): string {
  const search = new URLSearchParams({ from, to, ...(group === null ? {} : { group }) });
  return `${inWorkspace(workspace, '/handover')}?${search.toString()}`;
}
