import { lostWords } from '@/components/now/now.model';
import type { HandoverView } from '@/lib/console/operations/handover/views';
import { t } from '@/lib/model/language/t';
import { toText } from '@/lib/model/problem/phrase';
import type { Problem } from '@/lib/model/problem/problem';
import { inWorkspace } from '@/lib/model/workspace';
import { eventsOf, gapsOf, listed, permalinkOf, runWords, unsure } from './handover.model';
import { itemized } from '@/lib/model/language/list';

/** The whole page as a text for a chat or a mail. Times are UTC, each line has its page. */
export function handoverText(view: HandoverView, origin: string, workspace: string | null): string {
  const { asOf, from, to, group, open } = view;
  const events = eventsOf(view).map(({ at, says, note, detail }) => {
    const given = { time: moment(at), event: oneLine(says) };
    const line =
      note === '' ? t('{time}: {event}.', given) : t('{time}: {event}. “{note}”', { ...given, note: oneLine(note) });
    const more = oneLine(toText(detail));
    return more === '' ? `- ${line}` : `- ${t('{line} ({detail})', { line, detail: more })}`;
  });
  const period = { from: moment(from), to: moment(to) };
  return [
    group === null
      ? t('Handover, {from} to {to}', period)
      : t('Handover, {from} to {to}, group {group}', { ...period, group }),
    `${origin}${permalinkOf(view, workspace)}`,
    '',
    ...(open.kind === 'unknown'
      ? [t('Open problems are unknown: {reason}.', { reason: open.reason })]
      : openLines(open.value, asOf, origin, workspace)),
    ...part(t('Events:'), events.length === 0 ? [`- ${t('nothing is recorded')}`] : events),
    ...part(
      t('Re-drives, current state:'),
      listed(view.redrives).map(
        (run) => `- ${t('{name} of {group}: {state}', { name: run.name, group: run.group, state: runWords(run) })}`,
      ),
    ),
    ...part(
      t('Incomplete:'),
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
  const passed = checks.filter(({ found }) => found === 0);
  const time = moment(asOf);
  return [
    total === 0
      ? t('Open now ({time}): no open problems.', { time })
      : t(
          `Open now ({time}): {total, plural, one {# problem} other {# problems}}, sorted by messages lost or not
          processed:`,
          { time, total },
        ),
    ...items.flatMap((problem, index) => lines(`${index + 1}. `, problem, origin)),
    ...(total > items.length
      ? [
          t('and {count, number} less urgent: {address}', {
            count: total - items.length,
            address: `${origin}${inWorkspace(workspace, '/')}`,
          }),
        ]
      : []),
    ...part(
      t('Acknowledged:'),
      acknowledged.flatMap((problem) => lines('- ', problem, origin)),
    ),
    ...part(t('Upcoming losses unless an attempt succeeds:'), [
      ...lostNext.map(
        (each) =>
          `- ${t('{time}: {group}, {what}', { time: moment(each.at), group: each.group, what: oneLine(lostWords(each)) })}`,
      ),
      ...(lostNextTotal > lostNext.length
        ? [`- ${t('and {count, number} later', { count: lostNextTotal - lostNext.length })}`]
        : []),
    ]),
    ...part(
      t('Not checked:'),
      unsure(checks).map((check) => `- ${check.fine}`),
    ),
    '',
    passed.length === 0
      ? t('Checks passed: none.')
      : t('Checks passed: {checks}.', { checks: itemized(passed.map(({ fine }) => fine)) }),
  ];
}

function part(title: string, content: readonly string[]): string[] {
  return content.length === 0 ? [] : ['', title, ...content];
}

function lines(mark: string, { subject, says, more, alarm, ack, action }: Problem, origin: string): string[] {
  const indent = ' '.repeat(mark.length);
  const detail = oneLine(toText(more));
  return [
    `${mark}${t('{subject}: {problem}', { subject: subject.name, problem: oneLine(toText(says)) })}`,
    ...[detail, firingWords(alarm), ackWords(ack)].filter((text) => text !== '').map((text) => `${indent}${text}`),
    `${indent}${origin}${action.path}`,
  ];
}

function firingWords(alarm: Problem['alarm']): string {
  if (alarm === null) return '';
  const time = moment(alarm.firedAt);
  return alarm.acknowledgedBy === null
    ? t('alarm since {time}', { time })
    : t('alarm since {time}, acknowledged by {name}', { time, name: alarm.acknowledgedBy });
}

function ackWords(ack: Problem['ack']): string {
  if (ack === null) return '';
  const given = { name: ack.by, time: moment(ack.until) };
  return ack.note === ''
    ? t('acknowledged by {name} until {time}', given)
    : t('acknowledged by {name} until {time}: {note}', { ...given, note: oneLine(ack.note) });
}

/** What a person wrote must not look like a line of the handover. */
function oneLine(text: string): string {
  return text.replaceAll(/[\s\u0085\u200E\u200F\u202A-\u202E\u2066-\u2069]+/g, ' ').trim();
}

function moment(iso: string): string {
  return toText([{ at: iso }]);
}
