'use client';

import { usePathname } from 'next/navigation';
import { useState, type ReactNode } from 'react';
import type { WorkspaceView } from '@/lib/console/operations/clusters/views';
import type { ReadResult } from '@/lib/model/read-result';
import { KeyboardListener } from '@/components/keyboard/keyboard-listener';
import { ListKeys } from '@/components/keyboard/list-keys';
import { t } from '@/lib/model/language/t';
import { SessionBanner } from '@/components/auth/session-banner';
import { OverrideGate } from '@/components/form/override-gate';
import { type Person, SideNav } from './side-nav';
import { ClassicNote } from './classic-note';
import styles from './shell.module.css';
import { TopBar } from './top-bar';
import { useFocusOnArrival } from './use-focus-on-arrival';

interface ShellProps {
  /** Null: the server could not find out. */
  readonly person: Person | null;
  readonly signOut: () => Promise<void>;
  readonly version: string;
  /** The attached clusters; null: not known. */
  readonly workspaces: ReadResult<readonly WorkspaceView[]> | null;
  readonly children: ReactNode;
}

/** Side navigation, top bar, one scrolling main area. Below 860 px the navigation is a drawer. */
export function Shell({ person, signOut, version, workspaces, children }: ShellProps) {
  const pathname = usePathname();
  // the drawer belongs to the page it was opened on, so navigating closes it
  const [drawerAt, setDrawerAt] = useState<string | null>(null);
  const drawerOpen = drawerAt === pathname;
  useFocusOnArrival(pathname);
  return (
    <div className={styles.app}>
      <a href="#main" className={styles.skip}>
        {t('Skip to content')}
      </a>
      <KeyboardListener />
      <ListKeys />
      <SideNav person={person} signOut={signOut} version={version} open={drawerOpen} />
      {drawerOpen ? (
        <button
          type="button"
          className={styles.scrim}
          aria-label={t('Close navigation')}
          onClick={() => setDrawerAt(null)}
        />
      ) : null}
      <div className={styles.main}>
        <TopBar
          navOpen={drawerOpen}
          onToggleNav={() => setDrawerAt(drawerOpen ? null : pathname)}
          workspaces={workspaces}
          mayAttach={person?.role === 'admin'}
        />
        <SessionBanner person={person?.name ?? null} />
        <OverrideGate />
        <main id="main" tabIndex={-1} className={styles.content}>
          <div className="page">
            <ClassicNote />
            {children}
          </div>
        </main>
      </div>
    </div>
  );
}
