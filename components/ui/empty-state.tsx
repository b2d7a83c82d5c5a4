import { CircleUserRound, Clock, Inbox, ListFilter, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { msg, t } from '@/lib/model/language/t';
import styles from './empty-state.module.css';
import { Icon } from './icon';
import { UnknownMark } from './unknown-mark';

/** Five different nothings; mixing them up is how "no dead letters" gets believed. */
export type EmptyKind = 'none-ever' | 'none-in-range' | 'filtered-out' | 'not-allowed' | 'could-not-load';

const looks: Readonly<Record<EmptyKind, { readonly title: string; readonly icon: LucideIcon | null }>> = {
  'none-ever': { title: msg('None yet'), icon: Inbox },
  'none-in-range': { title: msg('None in this range'), icon: Clock },
  'filtered-out': { title: msg('No match'), icon: ListFilter },
  'not-allowed': { title: msg('No permission'), icon: CircleUserRound },
  'could-not-load': { title: msg('Could not load'), icon: null },
};

interface EmptyStateProps {
  readonly kind: EmptyKind;
  readonly title?: string;
  /** Says what was searched: "0 of 812 match cause = CardDeclined". */
  readonly children: ReactNode;
  /** The next step: show all retained, remove filters, ask again. */
  readonly action?: ReactNode;
  /** When it is all there is on the page. */
  readonly asPage?: boolean;
}

export function EmptyState({ kind, title, children, action, asPage = false }: EmptyStateProps) {
  const look = looks[kind];
  return (
    <div className={styles.empty} data-empty="" role={kind === 'could-not-load' ? 'alert' : undefined}>
      <span className={styles.mark}>
        {look.icon === null ? <UnknownMark size={18} /> : <Icon of={look.icon} size={18} />}
      </span>
      {asPage ? <h1>{title ?? t(look.title)}</h1> : <b>{title ?? t(look.title)}</b>}
      <p className={styles.text}>{children}</p>
      {action}
    </div>
  );
}
