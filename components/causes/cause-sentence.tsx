'use client';

import Link from 'next/link';
import { formatCount, plural } from '@/components/ui/number.model';
import { Time } from '@/components/ui/time';
import type { CausePage } from '@/lib/console/reads/causes';

/** What broke, whether it goes on, what remains. */
export function CauseSentence({ cause }: { readonly cause: CausePage }) {
  const { letters, lastAt, trend, outcomes, group, probably } = cause;
  if (letters === 0) return <>No dead letter of this cause is left in {group}.</>;
  return (
    <>
      <b>
        {trend === 'stopped' || trend === 'none' ? 'Stopped since ' : 'Still dying, last at '}
        {lastAt === null ? 'unknown' : <Time at={lastAt} />}
        {': '}
      </b>
      {outcomes.succeeded > 0 && outcomes.failed === 0
        ? `${plural(outcomes.succeeded, 'retry', 'retries')} of this cause succeeded since and none failed. `
        : outcomes.failed > 0
          ? `${formatCount(outcomes.failed)} of ${plural(outcomes.failed + outcomes.succeeded, 'retry', 'retries')} since failed again. `
          : 'no retry of this cause has ended since, so nothing says yet that it is fixed. '}
      {plural(letters, 'letter')} of{' '}
      <Link href={`/groups/${encodeURIComponent(group)}`} prefetch={false} className="underlined">
        {group}
      </Link>{' '}
      {letters === 1 ? 'remains' : 'remain'}
      {probably === 0
        ? '.'
        : `; ${formatCount(probably)} more ${probably === 1 ? 'has' : 'have'} no reason of their own and are probably the same.`}
    </>
  );
}
