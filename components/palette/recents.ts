'use client';

import { usePathname } from 'next/navigation';
import { useEffect } from 'react';
import { withoutWorkspace, workspaceOf } from '@/lib/model/workspace';
import { type Recent, recentOf, withRecent } from './recents.model';

/** Each workspace has its own: a group of one cluster is none of another. */
function keyOf(workspace: string | null): string {
  return workspace === null ? 'redrive-recent' : `redrive-recent ${workspace}`;
}

/** Of this tab: another person at this browser starts with none. */
export function readRecents(workspace: string | null): readonly Recent[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(workspace)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRecent) : [];
  } catch {
    return [];
  }
}

function isRecent(value: unknown): value is Recent {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['title', 'says', 'href'].every((field) => typeof Reflect.get(value, field) === 'string')
  );
}

/** For the page of what does not exist: it is not offered again. Renders nothing. */
export function ForgetPage() {
  const pathname = usePathname();
  useEffect(() => {
    const [workspace, gone] = [workspaceOf(pathname), withoutWorkspace(pathname)];
    // after the shell has remembered it
    const timer = setTimeout(() =>
      store(
        workspace,
        readRecents(workspace).filter(({ href }) => href !== gone),
      ),
    );
    return () => clearTimeout(timer);
  }, [pathname]);
  return null;
}

function store(workspace: string | null, recents: readonly Recent[]): void {
  try {
    sessionStorage.setItem(keyOf(workspace), JSON.stringify(recents));
  } catch {
    // no storage: nothing is remembered
  }
}

/** Remembers the pages of messages, groups, topics, re-drives and alarms that were opened in this tab. */
export function useRememberedPages(): void {
  const pathname = usePathname();
  useEffect(() => {
    const recent = recentOf(withoutWorkspace(pathname));
    if (recent === null) return;
    const workspace = workspaceOf(pathname);
    store(workspace, withRecent(readRecents(workspace), recent));
  }, [pathname]);
}
