import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '@/lib/model/language/t';
import { Icon } from './icon';
import styles from './fold.module.css';

interface FoldProps {
  /** One line that already says the result of what is folded. */
  readonly line: ReactNode;
  /** What a press shows, as in "Show with sources". */
  readonly show?: string;
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

/** Detail that speaks only when it is asked: one line with its result, and a press shows the rest. */
export function Fold({ line, show = t('Show'), isOpen = false, children }: FoldProps) {
  return (
    <details className={styles.fold} open={isOpen}>
      <summary>
        <Icon of={ChevronRight} size={13} />
        <span className={styles.line}>{line}</span>
        <span className={styles.show} aria-hidden>
          {show}
        </span>
      </summary>
      {children}
    </details>
  );
}
