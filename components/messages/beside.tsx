'use client';

import type { ReactNode } from 'react';
import { type Load, useModule } from '@/components/ui/use-module';
import styles from './beside.module.css';

interface BesideProps {
  /** What is read beside the list; null: the list has all the room. */
  readonly pane: ReactNode | null;
  /** The program of the pane. */
  readonly load: Load<unknown>;
  readonly children: ReactNode;
}

/** A list, and one of its rows beside it: the pane pushes the list, and covers it where there is no room for both. */
export function Beside({ pane, load, children }: BesideProps) {
  useModule(load, pane !== null);
  return (
    <div className={styles.split} data-beside={pane !== null}>
      <div className={styles.list}>{children}</div>
      {pane}
    </div>
  );
}
