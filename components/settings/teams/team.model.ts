import { plural } from '@/components/ui/number.model';

/** What deleting a team does to those who are in it. */
export function membersLose(members: number): string {
  if (members === 0) return 'It has no members.';
  const verb = members === 1 ? 'loses' : 'lose';
  return `Its ${plural(members, 'member')} ${verb} what it gave with the next request.`;
}

/** What was typed, between spaces and commas. */
export function prefixesIn(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((prefix) => prefix !== '');
}
