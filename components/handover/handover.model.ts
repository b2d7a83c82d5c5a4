import { describeDone } from '@/components/audit/actions.model';
import { describeChange } from '@/components/audit/audit.model';
import { lostWords } from '@/components/now/now.model';
import { runState, verdictCells } from '@/components/redrives/verdicts.model';
import { fromPicked, toPicked } from '@/components/ui/moment.model';
import { formatCount, plural } from '@/components/ui/number.model';
import type { HandoverView } from '@/lib/console/operations/handover/views';
import { toText } from '@/lib/model/problem/phrase';
import type { Problem } from '@/lib/model/problem/problem';
import type { Reading } from '@/lib/model/reading';
import { inWorkspace } from '@/lib/model/workspace';

export interface HandoverEvent {
  readonly key: string;
  readonly at: string;
  readonly kind: 'alarm' | 'change' | 'redrive';
  readonly says: string;
  /** What a person wrote: a reason, or a note. */
  readonly note: string;
  /** What else is known of it. */
  readonly detail: string;
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

function listed<T>(part: Reading<{ readonly items: readonly T[] }>): readonly T[] {
  return part.kind === 'unknown' ? [] : part.value.items;
}

const NONE = { note: '', detail: '', href: null };

const DONE: Readonly<Record<string, string>> = {
  acknowledged: 'acknowledged',
  silenced: 'silenced',
  unsilenced: 'ended the silence of',
};

function alarmEvents({ incidentId, firedAt, resolvedAt, title, ended, severity, path, events }: Item<'alarms'>) {
  const common = { ...NONE, kind: 'alarm' as const, href: path };
  const key = `alarm ${incidentId}`;
  return [
    { ...common, key: `${key} fired`, at: firedAt, says: `Alarm (${severity}): ${title}` },
    ...events.map(({ at, kind, actor, note }, index) => ({
      ...{ ...common, key: `${key} ${index}`, at, note: note ?? '' },
      says:
        kind === 'died-again'
          ? `New dead letters after a re-drive: ${title}`
          : `${actor ?? 'Unknown'} ${DONE[kind] ?? kind} alarm: ${title}`,
    })),
    ...(resolvedAt === null ? [] : [{ ...common, key: `${key} ended`, at: resolvedAt, says: ended ?? '' }]),
  ];
}

function runEvents(run: Item<'redrives'>): HandoverEvent[] {
  const { redriveId, name, group, createdBy, counts, frozenAt, finishedAt, stop, reason, scope } = run;
  const common = { ...NONE, kind: 'redrive' as const, href: `/redrives/${redriveId}` };
  const dead = plural(counts.selected, 'dead letter');
  return [
    {
      ...{ ...common, key: `${name} started`, at: frozenAt, note: reason, detail: scope },
      says: `${createdBy} started ${name} of ${group}: ${dead}`,
    },
    ...(stop === null
      ? []
      : [{ ...common, key: `${name} stopped`, at: stop.at, says: `${name} of ${group} was stopped by its rule` }]),
    ...(finishedAt === null
      ? []
      : [
          {
            ...common,
            key: `${name} ended`,
            at: finishedAt,
            says: `${name} of ${group} ${run.state === 'cancelled' ? 'was cancelled' : 'released its last message'}`,
          },
        ]),
  ];
}

function changeEvent({ auditId, at, actor, action, target, reason, ...change }: Item<'changes'>): HandoverEvent {
  return {
    ...{ ...NONE, key: `change ${auditId}`, at, kind: 'change', note: reason ?? '', detail: describeChange(change) },
    says: describeDone(actor, action, target),
  };
}

/** "117 consumed, 4 died again": the outcomes of a run as they are now. */
export function runWords(run: Item<'redrives'>): string {
  const counts = verdictCells(run.counts)
    .filter(({ count }) => count > 0)
    .map(({ count, name }) => `${formatCount(count)} ${name.toLowerCase()}`);
  return `${runState(run).word}: ${counts.length === 0 ? 'no message' : counts.join(', ')}`;
}

const PARTS = [
  ['alarms', 'alarm'],
  ['redrives', 're-drive'],
  ['changes', 'change'],
] as const;

/** What is open, then how much happened. */
export function summaryOf(view: HandoverView): { readonly bold: string; readonly rest: string } {
  const { open } = view;
  const bold =
    open.kind === 'unknown'
      ? 'Open problems are unknown.'
      : open.value.total === 0
        ? unsure(open.value.checks).length === 0
          ? 'No open problem.'
          : 'No open problem was found.'
        : `${plural(open.value.total, 'open problem')}.`;
  const parts = PARTS.map(([part, word]) => {
    const reading: Reading<Cut> = view[part];
    return reading.kind === 'unknown' ? `unknown ${word}s` : countWords(reading.value, word);
  });
  return { bold, rest: `In this span: ${parts.join(', ')}.` };
}

/** Parts that are missing, or not whole; each a sentence. */
export function gapsOf(view: HandoverView): string[] {
  const parts = PARTS.flatMap(([part, word]) => {
    const reading: Reading<Cut> = view[part];
    const name = `${word.charAt(0).toUpperCase()}${word.slice(1)}s`;
    if (reading.kind === 'unknown') return [`${name} are not shown: ${reading.reason}.`];
    const { items, more } = reading.value;
    const all = countWords(reading.value, word);
    return more ? [`Only the newest ${items.length} of ${all} are listed: choose a shorter span for the others.`] : [];
  });
  const older = listed(view.alarms).reduce((sum, { events, eventsTotal }) => sum + eventsTotal - events.length, 0);
  return [
    ...parts,
    ...(older === 0
      ? []
      : [`${plural(older, 'older event')} of these alarms are not listed: open the alarm for them.`]),
    ...(view.changes.kind !== 'unknown' && view.changes.value.runsLeftOut
      ? ['Changes of the oldest re-drives are not listed: choose a shorter span for them.']
      : []),
  ];
}

interface Cut {
  readonly items: readonly unknown[];
  readonly more: boolean;
  readonly total: number;
  readonly isAtLeast: boolean;
}

function countWords({ total, isAtLeast }: Cut, word: string): string {
  return `${isAtLeast ? 'at least ' : ''}${plural(total, word)}`;
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
    { name: 'Last night', from: evening, to: Date.parse(morning) <= nowMs ? morning : undefined },
    { name: 'Last 12 h', from: '-12h', to: undefined },
    { name: 'Last 24 h', from: '-24h', to: undefined },
  ];
}

/** The address of exactly this span: also tomorrow it is the same. */
export function permalinkOf({ from, to, group }: HandoverView, workspace: string | null): string {
  const search = new URLSearchParams({ from, to, ...(group === null ? {} : { group }) });
  return `${inWorkspace(workspace, '/handover')}?${search.toString()}`;
}

/** The whole page as a text for a chat or a mail. Times are UTC, each line has its page. */
export function handoverText(view: HandoverView, origin: string, workspace: string | null): string {
  const { asOf, from, to, group, open } = view;
  const events = eventsOf(view).map(({ at, says, note, detail }) => {
    const quoted = note === '' ? '' : ` “${oneLine(note)}”`;
    return `- ${moment(at)}: ${oneLine(says)}.${quoted}${detail === '' ? '' : ` (${oneLine(detail)})`}`;
  });
  return [
    `Handover, ${moment(from)} to ${moment(to)}${group === null ? '' : `, group ${group}`}`,
    `${origin}${permalinkOf(view, workspace)}`,
    '',
    ...(open.kind === 'unknown'
      ? [`Open problems: unknown, ${open.reason}.`]
      : openLines(open.value, asOf, origin, workspace)),
    ...part('What happened:', events.length === 0 ? ['- nothing is recorded'] : events),
    ...part(
      'Re-drives, as they are now:',
      listed(view.redrives).map((run) => `- ${run.name} of ${run.group}: ${runWords(run)}`),
    ),
    ...part(
      'Not complete:',
      gapsOf(view).map((gap) => `- ${gap}`),
    ),
  ].join('\n');
}

function openLines(
  {
    items,
    total,
    acknowledged,
    lostNext,
    lostNextTotal,
    checks,
  }: Extract<HandoverView['open'], { readonly kind: 'value' }>['value'],
  asOf: string,
  origin: string,
  workspace: string | null,
): string[] {
  const fine = checks.filter(({ found }) => found === 0);
  return [
    total === 0
      ? `Open now (${moment(asOf)}): no open problem.`
      : `Open now (${moment(asOf)}): ${plural(total, 'problem')}, most messages lost or not processed first:`,
    ...items.flatMap((problem, index) => lines(`${index + 1}. `, problem, origin)),
    ...(total > items.length
      ? [`and ${total - items.length} more, less urgent: ${origin}${inWorkspace(workspace, '/')}`]
      : []),
    ...part(
      'Acknowledged:',
      acknowledged.flatMap((problem) => lines('- ', problem, origin)),
    ),
    ...part('Upcoming losses, unless an attempt succeeds:', [
      ...lostNext.map((each) => `- ${moment(each.at)}: ${each.group}, ${oneLine(lostWords(each))}`),
      ...(lostNextTotal > lostNext.length ? [`- and ${lostNextTotal - lostNext.length} later ones`] : []),
    ]),
    ...part(
      'Could not be checked:',
      unsure(checks).map((check) => `- ${check.fine}`),
    ),
    '',
    `Checks passed: ${fine.length === 0 ? 'none' : fine.map((check) => check.fine).join('; ')}.`,
  ];
}

function part(title: string, content: readonly string[]): string[] {
  return content.length === 0 ? [] : ['', title, ...content];
}

function lines(mark: string, { subject, says, more, alarm, ack, action }: Problem, origin: string): string[] {
  const indent = ' '.repeat(mark.length);
  const detail = oneLine(toText(more));
  const taken = alarm?.acknowledgedBy == null ? '' : `, acknowledged by ${alarm.acknowledgedBy}`;
  const firing = alarm === null ? '' : `alarm since ${moment(alarm.firedAt)}${taken}`;
  return [
    `${mark}${subject.name}: ${oneLine(toText(says))}`,
    ...[detail, firing].filter((text) => text !== '').map((text) => `${indent}${text}`),
    ...(ack === null
      ? []
      : [`${indent}${ack.by} until ${moment(ack.until)}${ack.note === '' ? '' : `: ${oneLine(ack.note)}`}`]),
    `${indent}${origin}${action.path}`,
  ];
}

/** What a person wrote must not look like a line of the handover. */
function oneLine(text: string): string {
  return text.replaceAll(/[\s\u0085\u200E\u200F\u202A-\u202E\u2066-\u2069]+/g, ' ').trim();
}

function moment(iso: string): string {
  return toText([{ at: iso }]);
}
