'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { Link } from './link';
import styles from './tabs.module.css';

export interface TabLink {
  readonly href: string;
  readonly label: string;
  readonly count?: ReactNode;
}

/** Tabs that are pages: each has its address. The longest matching href is the current one. */
export function TabLinks({ label, tabs }: { readonly label: string; readonly tabs: readonly TabLink[] }) {
  const pathname = usePathname();
  const current = tabs
    .filter((tab) => pathname === tab.href || pathname.startsWith(`${tab.href}/`))
    .toSorted((a, b) => b.href.length - a.href.length)[0];
  return (
    <nav aria-label={label} className={styles.tabs}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          ref={tab === current ? showInNarrow : undefined}
          href={tab.href}
          prefetch={false}
          className={styles.tab}
          aria-current={tab === current ? 'page' : undefined}
        >
          {tab.label}
          {tab.count === undefined ? null : <span className={styles.count}>{tab.count}</span>}
        </Link>
      ))}
    </nav>
  );
}

/** A narrow page has room for some of the tabs: the current one is always among them. */
function showInNarrow(tab: HTMLElement | null): void {
  const tabs = tab?.parentElement;
  if (tab === null || tabs == null) return;
  tabs.scrollLeft = tab.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2;
}
