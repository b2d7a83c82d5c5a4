'use client';

import { Link } from '@/components/ui/link';
import { classNames } from '@/components/ui/class-names';
import { formatCount } from '@/components/ui/number.model';
import { RelativeTime } from '@/components/ui/time';
import type { DeadLetterCausesView } from '@/lib/console/operations/dead-letters/views';
import { keptFor } from './dead-letters.model';
import styles from './dead-letters.module.css';

interface RetentionNoteProps {
  readonly keepHours: number | null;
  readonly clock: DeadLetterCausesView['retention']['clock'];
  /** Link to the dead letters that expire within that time: hold, extend or export them there. */
  readonly hrefOf: (within: string) => string;
}

/** The clock of what is lost next. */
export function RetentionNote({ keepHours, clock, hrefOf }: RetentionNoteProps) {
  const rule = (
    <Link href="/settings/dead-letters" prefetch={false} className="underlined">
      {keepHours === null ? 'Kept until they are re-driven' : `Kept for ${keptFor(keepHours)}`}
    </Link>
  );
  if (keepHours === null) return <>{rule}.</>;
  return (
    <>
      {rule}; <Soon clock={clock} hrefOf={hrefOf} />.
    </>
  );
}

function Soon({ clock, hrefOf }: Pick<RetentionNoteProps, 'clock' | 'hrefOf'>) {
  const { nextAt, within6h, within24h } = clock;
  const [count, within] = within6h > 0 ? [within6h, '6h'] : [within24h, '24h'];
  const next =
    nextAt === null ? null : (
      <>
        , the next <RelativeTime at={nextAt} />
      </>
    );
  if (count === 0) return <>none expires within 24 h{next}</>;
  return (
    <>
      <Link href={hrefOf(within)} prefetch={false} className={classNames('underlined', styles.soon)}>
        {formatCount(count)} {count === 1 ? 'expires' : 'expire'} within {within === '6h' ? '6 h' : '24 h'}
      </Link>
      {next}
    </>
  );
}
