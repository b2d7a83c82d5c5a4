'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useSyncExternalStore } from 'react';
import type { Crumb } from './nav.model';

interface PageCrumbs {
  readonly pathname: string;
  readonly crumbs: readonly Crumb[];
}

let current: PageCrumbs | null = null;
const listeners = new Set<() => void>();

function change(next: PageCrumbs | null): void {
  current = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For a page whose address is an id: where it is, in words. */
export function useCrumbs(crumbs: readonly Crumb[]): void {
  const pathname = usePathname();
  const text = JSON.stringify(crumbs);
  useEffect(() => {
    change({ pathname, crumbs: JSON.parse(text) as readonly Crumb[] });
    return () => change(null);
  }, [pathname, text]);
}

/** Null: the page says nothing, its address does. */
export function usePageCrumbs(pathname: string): readonly Crumb[] | null {
  const said = useSyncExternalStore(
    listen,
    () => current,
    () => null,
  );
  return said?.pathname === pathname ? said.crumbs : null;
}
