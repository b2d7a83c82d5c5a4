import { useEffect, useRef, type RefObject } from 'react';

/** For a panel that opens beside what opened it: focus goes into it, and back to where it was when it closes. */
export function useFocusWhileOpen<Target extends HTMLElement>(): RefObject<Target | null> {
  const target = useRef<Target>(null);
  useEffect(() => {
    const before = document.activeElement;
    target.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return target;
}
