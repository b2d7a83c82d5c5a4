'use client';

import { classNames } from '@/components/ui/class-names';
import { UnknownMark } from '@/components/ui/unknown-mark';
import type { NavCount, NavCountName } from '@/lib/console/operations/problems/views';
import { describeNavCount } from './nav-count.model';
import styles from './side-nav.module.css';

interface NavCountProps {
  readonly name: NavCountName;
  /** Null: unknown. */
  readonly count: NavCount | null;
}

/** The number beside the name of a page: nothing at 0, a mark when it is unknown. */
export function NavCountMark({ name, count }: NavCountProps) {
  const { text, label, tone } = describeNavCount(name, count);
  if (text === '') return null;
  return (
    <span
      role="img"
      className={classNames(styles.count, tone === 'bad' && styles.bad, tone === 'throttled' && styles.throttled)}
      aria-label={label}
      title={label}
    >
      {text === '?' ? <UnknownMark /> : text}
    </span>
  );
}
