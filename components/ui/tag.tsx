import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon';
import styles from './tag.module.css';

/** What is cut can be read by pointing at it. */
function textOf(children: ReactNode): string | undefined {
  const parts: readonly unknown[] = Array.isArray(children) ? children : [children];
  return parts.every((part) => typeof part === 'string' || typeof part === 'number') ? parts.join('') : undefined;
}

/** A quiet label for facts that are not states: topic, order, version. */
export function Tag({ icon, children }: { readonly icon?: LucideIcon; readonly children: ReactNode }) {
  return (
    <span className={styles.tag} title={textOf(children)}>
      {icon === undefined ? null : <Icon of={icon} size={12} />}
      <span className="clip">{children}</span>
    </span>
  );
}
