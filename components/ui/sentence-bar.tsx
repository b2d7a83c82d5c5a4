import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon';
import styles from './sentence-bar.module.css';

interface SentenceBarProps {
  /** The name of the region. */
  readonly label: string;
  readonly tone: 'danger' | 'waiting' | 'throttled' | 'commit' | 'quiet';
  readonly icon: LucideIcon;
  /** What matters now. */
  readonly sentence: ReactNode;
  /** Figures and limits of the sentence. */
  readonly detail?: ReactNode;
  /** The one thing to do about it. */
  readonly action?: ReactNode;
  /** The rest of the same panel: its table, its ways out. */
  readonly children?: ReactNode;
}

/** First on a page: one sentence that says what matters now, and the one action. A change of it is announced. */
export function SentenceBar({ label, tone, icon, sentence, detail, action, children }: SentenceBarProps) {
  return (
    <section className={`panel ${styles.bar}`} data-tone={tone} aria-label={label}>
      <div className={styles.fact}>
        <Icon of={icon} />
        <div className={styles.text}>
          <p className={styles.sentence} aria-live="polite">
            {sentence}
          </p>
          {detail === undefined ? null : <p className="small text-2">{detail}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
