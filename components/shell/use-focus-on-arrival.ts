'use client';

import { useEffect, useRef } from 'react';
import { enterFirstList } from '@/components/keyboard/list-cursor';

/** Its first read may still be under way. */
const WAIT_FOR_ROWS_MS = 5_000;

/** Set by a jump ("g d"): who jumps goes on with j, k and Enter. */
let jumped = false;

/** Goes to a page by keys. On the page that is shown already, to its first list. */
export function jump(isHere: boolean, go: () => void): void {
  if (isHere) enterFirstList();
  else jumped = true;
  go();
}

/**
 * After going to another page the keyboard goes on at its heading, after a jump in its first list; without this it
 * starts again at the skip link.
 */
export function useFocusOnArrival(pathname: string): void {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return undefined;
    shown.current = pathname;
    const intoList = jumped;
    jumped = false;
    const main = document.querySelector<HTMLElement>('#main');
    if (intoList && enterFirstList()) return undefined;
    // a tab or a field of the new page that has the focus keeps it
    if (main === null || main.contains(document.activeElement)) return undefined;
    const heading = main.querySelector<HTMLElement>('h1');
    heading?.setAttribute('tabindex', '-1');
    (heading ?? main).focus({ preventScroll: true });
    return intoList ? enterWhenThere(main, heading ?? main) : undefined;
  }, [pathname]);
}

/** Unless the operator has gone on by then. */
function enterWhenThere(main: HTMLElement, from: HTMLElement): () => void {
  const observer = new MutationObserver(() => {
    const active = document.activeElement;
    // a heading that a later answer replaces takes its focus along
    const waits = active === from || active === null || active === document.body;
    if (!waits || enterFirstList()) observer.disconnect();
  });
  observer.observe(main, { childList: true, subtree: true });
  const timer = setTimeout(() => observer.disconnect(), WAIT_FOR_ROWS_MS);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}
