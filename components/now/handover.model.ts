import type { ProblemsPage } from '@/lib/console/operations/problems/views';
import { toText } from '@/lib/model/problem/phrase';
import type { Problem } from '@/lib/model/problem/problem';
import { plural } from '@/components/ui/number.model';
import { lostWords } from './now.model';

/**
 * What the next person on call needs to know, as a text for a chat or a mail. Times are UTC, each line has its page.
 */
export function handoverText(page: ProblemsPage, asOf: string, origin: string): string {
  const { items, total, acknowledged, lostNext, checks } = page;
  const unknown = checks.filter(({ found }) => found === null);
  const fine = checks.filter(({ found }) => found === 0);
  return [
    `Handover, ${moment(asOf)}, ${origin}`,
    '',
    total === 0 ? 'No open problem.' : `${plural(total, 'open problem')}, most messages lost or not processed first:`,
    ...items.flatMap((problem, index) => lines(`${index + 1}. `, problem, origin)),
    ...(total > items.length ? [`and ${total - items.length} more, less urgent: ${origin}/`] : []),
    ...part(
      'Acknowledged:',
      acknowledged.flatMap((problem) => lines('- ', problem, origin)),
    ),
    ...part(
      'Upcoming losses, unless an attempt succeeds:',
      lostNext.map((each) => `- ${moment(each.at)}: ${each.group}, ${lostWords(each)}`),
    ),
    ...part(
      'Could not be checked:',
      unknown.map((check) => `- ${check.fine}`),
    ),
    '',
    `Checks passed: ${fine.length === 0 ? 'none' : fine.map((check) => check.fine).join('; ')}.`,
  ].join('\n');
}

function part(title: string, content: readonly string[]): string[] {
  return content.length === 0 ? [] : ['', title, ...content];
}

function lines(mark: string, { subject, says, more, alarm, ack, action }: Problem, origin: string): string[] {
  const indent = ' '.repeat(mark.length);
  const detail = toText(more).trim();
  const firing =
    alarm === null
      ? ''
      : `alarm since ${moment(alarm.firedAt)}${alarm.acknowledgedBy === null ? '' : `, acknowledged by ${alarm.acknowledgedBy}`}`;
  return [
    `${mark}${subject.name}: ${toText(says)}`,
    ...[detail, firing].filter((text) => text !== '').map((text) => `${indent}${text}`),
    ...(ack === null ? [] : [`${indent}${ack.by} until ${moment(ack.until)}${ack.note === '' ? '' : `: ${ack.note}`}`]),
    `${indent}${origin}${action.path}`,
  ];
}

function moment(iso: string): string {
  return toText([{ at: iso }]);
}
