import type { ReactNode } from 'react';
import styles from './settings.module.css';

/** A way to sign in, and what is to say about it. */
export function FactorRow({ title, note }: { readonly title: string; readonly note: ReactNode }) {
  return (
    <span className="col col-tight grow">
      <span className={`clip ${styles.sentence}`}>{title}</span>
      <span className="small text-2">{note}</span>
    </span>
  );
}
