import { t } from '@/lib/model/language/t';
/** What deleting a team does to those who are in it. */
export function membersLose(members: number): string {
  if (members === 0) return t('The team has no members.');
  return t(
    `{members, plural, one {# member loses the rights} other {# members lose the rights}} granted by the team with the
    next request.`,
    { members },
  );
}

/** What was typed, between spaces and commas. */
export function prefixesIn(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((prefix) => prefix !== '');
}
