'use client';

import { Tabs as Base } from '@base-ui/react/tabs';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
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

export interface TabPanel {
  readonly id: string;
  readonly label: string;
  readonly count?: ReactNode;
  readonly content: ReactNode;
}

/** Tabs inside one panel (body / headers / raw). `end` sits at the right of the tab row. */
export function Tabs({ panels, end }: { readonly panels: readonly TabPanel[]; readonly end?: ReactNode }) {
  return (
    <Base.Root defaultValue={panels[0]?.id}>
      <div className={styles.bar}>
        <Base.List className={styles.list}>
          {panels.map((panel) => (
            <Base.Tab key={panel.id} value={panel.id} className={styles.tab}>
              {panel.label}
              {panel.count === undefined ? null : <span className={styles.count}>{panel.count}</span>}
            </Base.Tab>
          ))}
        </Base.List>
        {end === undefined ? null : <span className={styles.end}>{end}</span>}
      </div>
      {panels.map((panel) => (
        <Base.Panel key={panel.id} value={panel.id} className={styles.panel}>
          {panel.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
