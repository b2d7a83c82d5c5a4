'use client';

import { Link } from '@/components/ui/link';
import { useHere } from '@/components/live/use-here';
import { useWorkspace } from '@/components/live/use-workspace';
import { formatCount, plural } from '@/components/ui/number.model';
import { Time } from '@/components/ui/time';
import type { CausePage } from '@/lib/console/operations/causes/views';

/** What broke, whether it goes on, what remains. */
export function CauseSentence({ cause }: { readonly cause: CausePage }) {
  const { letters, lastAt, trend, outcomes, group, probably } = cause;
  const here = useHere();
  // Brokers do not tell how retries end.
  const isEmbedded = useWorkspace() === null;
  if (letters === 0) return <>No dead letter of this cause is left in {group}.</>;
  return (
    <>
      <b>
        {trend === 'stopped' || trend === 'none' ? 'Stopped since ' : 'Still failing, last dead letter at '}
        {lastAt === null ? 'unknown' : <Time at={lastAt} />}
        {': '}
      </b>
      {isEmbedded ? `${retriesSince(outcomes)} ` : ''}
      {plural(letters, 'dead letter')} of{' '}
      <Link href={here(`/groups/${encodeURIComponent(group)}`)} prefetch={false} className="underlined">
        {group}
      </Link>{' '}
      {letters === 1 ? 'remains' : 'remain'}
      {probably === 0
        ? '.'
        : `; ${formatCount(probably)} without a reason of ${probably === 1 ? 'its' : 'their'} own probably died of it too.`}
    </>
  );
}

/** Says whether a fix works: what retries of this cause did after its last death. */
function retriesSince({ succeeded, failed }: CausePage['outcomes']): string {
  const all = plural(succeeded + failed, 'retry', 'retries');
  if (failed > 0) return `${formatCount(failed)} of ${all} since failed again.`;
  if (succeeded > 0) return `${all} of this cause succeeded since and none failed.`;
  return 'no retry of this cause has ended since, so it is not known whether it is fixed.';
}
