import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon';
import styles from './tag.module.css';

/** A quiet label for facts that are not states: topic, order, version. */
export function Tag({ icon, children }: { readonly icon?: LucideIcon; readonly children: ReactNode }) {
  return (
    <span className={styles.tag}>
      {icon === undefined ? null : <Icon of={icon} size={12} />}
      {children}
    </span>
  );
}
