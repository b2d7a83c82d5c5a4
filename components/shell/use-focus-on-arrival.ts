'use client';

import { useEffect, useRef } from 'react';

/** After going to another page the keyboard goes on at its heading; without this it starts again at the skip link. */
export function useFocusOnArrival(pathname: string): void {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const main = document.querySelector<HTMLElement>('#main');
    // a tab or a field of the new page that has the focus keeps it
    if (main === null || main.contains(document.activeElement)) return;
    const heading = main.querySelector<HTMLElement>('h1');
    heading?.setAttribute('tabindex', '-1');
    (heading ?? main).focus({ preventScroll: true });
  }, [pathname]);
}
