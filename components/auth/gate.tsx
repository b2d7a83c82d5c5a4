import type { ReactNode } from 'react';
import { Brand } from '@/components/ui/brand';
import styles from './gate.module.css';

/** The frame of the pages outside the console: sign-in and set-up. */
export function Gate({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <main className={styles.gate}>
      <div className={styles.brand}>
        <Brand size={22} />
        Redrive
      </div>
      <section className={styles.card}>
        <h1>{title}</h1>
        {children}
      </section>
    </main>
  );
}
