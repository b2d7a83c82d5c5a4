import type { ReactNode } from 'react';
import styles from './foot-bar.module.css';

/** What can be done with what is selected or matches, at the foot of the window. */
export function FootBar({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.bar} role="region" aria-label="Selection">
      {children}
    </div>
  );
}
