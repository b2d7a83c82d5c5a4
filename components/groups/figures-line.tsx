import type { ReactNode } from 'react';
import styles from './states.module.css';

interface FiguresLineProps {
  /** The name of the region. */
  readonly label: string;
  readonly children: ReactNode;
}

/** Figures that need no decision, on one line. */
export function FiguresLine({ label, children }: FiguresLineProps) {
  return (
    <section className={styles.line} aria-label={label}>
      {children}
    </section>
  );
}

interface NamedFigureProps {
  readonly name: string;
  /** What stands behind the figure, on hover. */
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

export function NamedFigure({ name, title, children }: NamedFigureProps) {
  return (
    <span title={title}>
      {name} <b>{children}</b>
    </span>
  );
}
