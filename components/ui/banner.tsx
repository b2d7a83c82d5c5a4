import { CircleX, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './banner.module.css';
import { classNames } from './class-names';
import { Icon } from './icon';

const icons = { info: Info, warning: TriangleAlert, danger: CircleX } as const;

interface BannerProps {
  readonly tone: keyof typeof icons;
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** False where another part of the page announces the same. */
  readonly isAnnounced?: boolean;
}

/** One sentence about the page or form, with at most one action. Errors are announced. */
export function Banner({ tone, children, action, isAnnounced = true }: BannerProps) {
  const role = tone === 'danger' ? 'alert' : 'status';
  return (
    <div className={classNames(styles.banner, styles[tone])} role={isAnnounced ? role : undefined}>
      <Icon of={icons[tone]} />
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  );
}
