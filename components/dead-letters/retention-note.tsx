'use client';

import Link from 'next/link';
import { classNames } from '@/components/ui/class-names';
import { formatCount } from '@/components/ui/number.model';
import { UnknownMark } from '@/components/ui/unknown-mark';
import type { DeadLetterCausesView } from '@/lib/console/reads/dead-letters';
import { keptFor } from './dead-letters.model';
import styles from './dead-letters.module.css';

interface RetentionNoteProps {
  readonly keepHours: number | null;
  readonly soon: DeadLetterCausesView['retention']['soon'];
  /** Link to the dead letters that expire within 24 hours. */
  readonly href: string;
}

/** How long until they are lost. */
export function RetentionNote({ keepHours, soon, href }: RetentionNoteProps) {
  const rule = (
    <Link href="/settings/dead-letters" prefetch={false} className="underlined">
      {keepHours === null ? 'Kept until they are re-driven' : `Kept for ${keptFor(keepHours)}`}
    </Link>
  );
  if (keepHours === null) return <>{rule}.</>;
  return (
    <>
      {rule};{' '}
      {soon.kind === 'unknown' ? (
        <>
          how many expire within 24 h is unknown <UnknownMark />.
        </>
      ) : soon.value === 0 ? (
        'none expires within 24 h.'
      ) : (
        <>
          <Link href={href} prefetch={false} className={classNames('underlined', styles.soon)}>
            {formatCount(soon.value)} {soon.value === 1 ? 'expires' : 'expire'} within 24 h
          </Link>
          .
        </>
      )}
    </>
  );
}
