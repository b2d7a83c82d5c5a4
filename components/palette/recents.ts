'use client';

import { usePathname } from 'next/navigation';
import { useEffect } from 'react';
import { type Recent, recentOf, withRecent } from './palette.model';

const KEY = 'redrive-recent';

/** Of this tab: another person at this browser starts with none. */
export function readRecents(): readonly Recent[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
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

/** For the page of what does not exist: it is not offered again. */
export function useForgottenPage(): void {
  const pathname = usePathname();
  useEffect(() => {
    // after the shell has remembered it
    const timer = setTimeout(() => store(readRecents().filter(({ href }) => href !== pathname)));
    return () => clearTimeout(timer);
  }, [pathname]);
}

function store(recents: readonly Recent[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(recents));
  } catch {
    // no storage: nothing is remembered
  }
}

/** Remembers the pages of messages, groups, topics, re-drives and alarms that were opened in this tab. */
export function useRememberedPages(): void {
  const pathname = usePathname();
  useEffect(() => {
    const recent = recentOf(pathname);
    if (recent === null) return;
    store(withRecent(readRecents(), recent));
  }, [pathname]);
}
