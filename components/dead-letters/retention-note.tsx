'use client';

import { Link } from '@/components/ui/link';
import { classNames } from '@/components/ui/class-names';
import { RelativeTime } from '@/components/ui/time';
import type { DeadLetterCausesView } from '@/lib/console/operations/dead-letters/views';
import { keptFor } from '@/lib/model/dead-letter/dead-letter-retention';
import styles from './dead-letters.module.css';
import { Said } from '@/components/ui/said';
import { pieces, t } from '@/lib/model/language/t';

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
      {keepHours === null ? t('Kept until they are re-driven.') : t('Kept for {time}.', { time: keptFor(keepHours) })}
    </Link>
  );
  return (
    <>
      {rule} {keepHours === null ? null : <Soon clock={clock} hrefOf={hrefOf} />}
    </>
  );
}

function Soon({ clock, hrefOf }: Pick<RetentionNoteProps, 'clock' | 'hrefOf'>) {
  const { nextAt, within6h, within24h } = clock;
  const [count, within, hours] = within6h > 0 ? [within6h, '6h', 6] : [within24h, '24h', 24];
  const next =
    nextAt === null ? null : (
      <Said of={pieces('Next: {relativeTime}.', { relativeTime: <RelativeTime at={nextAt} /> })} />
    );
  if (count === 0)
    return (
      <>
        {t('No dead letter expires within 24 h.')} {next}
      </>
    );
  return (
    <>
      <Link href={hrefOf(within)} prefetch={false} className={classNames('underlined', styles.soon)}>
        {t('{count, plural, one {# dead letter expires} other {# dead letters expire}} within {hours} h.', {
          count,
          hours,
        })}
      </Link>{' '}
      {next}
    </>
  );
}
