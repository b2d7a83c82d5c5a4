'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';

export type Load<Module> = () => Promise<Module>;

/** At the latest, a part is loaded so long after the page has opened. */
const IDLE_MS = 2_000;
const loaded = new Map<Load<unknown>, unknown>();
const under = new Map<Load<unknown>, Promise<boolean>>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** @returns whether it is loaded; false: the load failed, and the next one begins again */
function begin(load: Load<unknown>): Promise<boolean> {
  if (loaded.has(load)) return Promise.resolve(true);
  const running = under.get(load);
  if (running !== undefined) return running;
  const started = load()
    .then(
      (module) => {
        loaded.set(load, module);
        for (const listener of listeners) listener();
        return true;
      },
      () => false,
    )
    .finally(() => under.delete(load));
  under.set(load, started);
  return started;
}

/**
 * The program of a part that a page does not show when it opens: loaded when the browser is idle, at once when it is
 * wanted. A load fails only for the part that wants it, until it is no longer wanted.
 *
 * @param load of one module, the same function each time
 * @returns the module; undefined: not loaded yet
 */
export function useModule<Module>(load: Load<Module>, isWanted: boolean): Module | 'failed' | undefined {
  const result = useSyncExternalStore(
    subscribe,
    () => loaded.get(load) as Module | undefined,
    () => undefined,
  );
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (loaded.has(load)) return undefined;
    if (isWanted) {
      let isOver = false;
      void begin(load).then((isLoaded) => (isLoaded || isOver ? undefined : setFailed(true)));
      return () => {
        isOver = true;
        setFailed(false);
      };
    }
    // Safari has no requestIdleCallback.
    const hasIdle = typeof requestIdleCallback !== 'undefined';
    const idle = hasIdle ? requestIdleCallback(() => void begin(load), { timeout: IDLE_MS }) : 0;
    const timer = hasIdle ? undefined : setTimeout(() => void begin(load), IDLE_MS);
    return () => {
      if (hasIdle) cancelIdleCallback(idle);
      clearTimeout(timer);
    };
  }, [load, isWanted]);
  return result ?? (hasFailed ? 'failed' : undefined);
}
