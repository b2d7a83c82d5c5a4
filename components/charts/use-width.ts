'use client';

import { useCallback, useState } from 'react';

/**
 * How wide an element is, for a picture that is drawn in pixels of the screen: its text keeps its size on a small one.
 * @param first until it is measured
 */
export function useWidth(first: number): readonly [(element: HTMLElement | null) => (() => void) | undefined, number] {
  const [width, setWidth] = useState(first);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const measure = () => {
      if (element.clientWidth > 0) setWidth(element.clientWidth);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
