'use client';

import { useEffect, useEffectEvent } from 'react';
import { registerShortcut } from './shortcut-registry';

/**
 * Binds a key ("p", "g d", "shift+x", "mod+enter") while the component is mounted and `enabled`. Listed in the `?`
 * sheet.
 */
export function useShortcut(keys: string, run: (event: KeyboardEvent) => void, label: string, enabled = true): void {
  const latest = useEffectEvent(run);
  useEffect(() => {
    if (!enabled) return undefined;
    return registerShortcut({ keys, label, run: (event) => latest(event) });
  }, [keys, label, enabled]);
}
