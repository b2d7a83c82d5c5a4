'use client';

import { useEffect, useEffectEvent } from 'react';

/** A dialog of the page below also listens for Esc and would close with its input: this one handles it first. */
export function useTopEscape(close: () => void): void {
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopImmediatePropagation();
    event.preventDefault();
    close();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onEscape(event);
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
}
