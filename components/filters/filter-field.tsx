import type { ReactNode } from 'react';
import type { Refusal } from '@/lib/model/refusal';
import styles from './filters.module.css';

interface FilterFieldProps {
  /** The conditions that the control is for, by their names in the address. */
  readonly of: readonly string[];
  readonly refusal: Refusal | null;
  readonly children: (invalid: boolean) => ReactNode;
}

/** A control of the filter bar, and below it what the server says against what it holds. */
export function FilterField({ of, refusal, children }: FilterFieldProps) {
  const refused = refusal !== null && of.includes(refusal.field) ? refusal.message : null;
  return (
    // the same element either way: who types in it goes on typing
    <div className={styles.field} data-refused={refused !== null}>
      {children(refused !== null)}
      {refused === null ? null : <p role="alert">{refused}</p>}
    </div>
  );
}
