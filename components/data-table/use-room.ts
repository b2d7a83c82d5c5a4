'use client';

import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Below it each row becomes a few lines (data-table.module.css), and nothing is left out for room. */
const CARDS = '(max-width: 560px)';

interface Room {
  readonly width: number;
  /** So many columns have no room. */
  readonly folded: number;
  readonly fits: boolean;
}

/**
 * How many of `most` columns have no room where the table stands, so that its last column is never cut. Found out by
 * leaving out one after the other before anything is painted, whenever the width or `content` is another one. Give the
 * returned ref to the element around the table.
 */
export function useRoom(
  most: number,
  content: unknown,
): readonly [(element: HTMLDivElement | null) => (() => void) | undefined, Pick<Room, 'folded' | 'fits'>] {
  const scroller = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<Room>({ width: 0, folded: 0, fits: true });
  const ref = useCallback((element: HTMLDivElement | null) => {
    scroller.current = element;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      const width = element.clientWidth;
      setRoom((now) => {
        if (now.width !== width) return { width, folded: 0, fits: true };
        // From cards to columns, Chromium may lay out a table too narrow at first: it is measured again.
        return now.fits && element.scrollWidth > width ? { ...now } : now;
      });
    });
    observer.observe(element);
    const table = element.querySelector('table');
    if (table !== null) observer.observe(table);
    return () => observer.disconnect();
  }, []);
  const folded = Math.min(room.folded, most);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || content === undefined || window.matchMedia(CARDS).matches) return;
    const { clientWidth: width, scrollWidth } = element;
    const fits = scrollWidth <= width;
    if (width !== room.width) setRoom({ width, folded: 0, fits: true });
    else if (!fits && folded < most) setRoom({ width, folded: folded + 1, fits: true });
    else if (fits !== room.fits) setRoom({ ...room, fits });
  }, [content, folded, most, room]);
  return [ref, { folded, fits: room.fits }];
}
