'use client';

import { useCallback, useState } from 'react';

/** Whether an element's content fits its width, kept up to date. Give the returned ref to the element. */
export function useFits(): readonly [(element: HTMLElement | null) => (() => void) | undefined, boolean] {
  const [fits, setFits] = useState(true);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const measure = () => setFits(element.scrollWidth <= element.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return [ref, fits];
}
