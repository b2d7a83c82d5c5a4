'use client';

import { useEffect, useSyncExternalStore } from 'react';

export type Load<Module> = () => Promise<Module>;

/** At the latest, a part is loaded so long after the page has opened. */
const IDLE_MS = 2_000;
const FAILED = Symbol('failed');
const loaded = new Map<Load<unknown>, unknown>();
const under = new Set<Load<unknown>>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function isLoaded(load: Load<unknown>): boolean {
  return loaded.has(load) && loaded.get(load) !== FAILED;
}

function begin(load: Load<unknown>): void {
  if (under.has(load) || isLoaded(load)) return;
  under.add(load);
  const end = (result: unknown) => {
    under.delete(load);
    loaded.set(load, result);
    for (const listener of listeners) listener();
  };
  load().then(end, () => end(FAILED));
}

/**
 * The program of a part that a page does not show when it opens: loaded when the browser is idle, at once when it is
 * wanted. A failed load is repeated when the part is wanted again.
 *
 * @param load of one module, the same function each time
 * @returns the module; undefined: not loaded yet
 */
export function useModule<Module>(load: Load<Module>, isWanted: boolean): Module | 'failed' | undefined {
  const result = useSyncExternalStore(
    subscribe,
    () => loaded.get(load),
    () => undefined,
  );
  useEffect(() => {
    if (isLoaded(load)) return undefined;
    if (isWanted) {
      begin(load);
      return undefined;
    }
    // Safari has no requestIdleCallback.
    const hasIdle = typeof requestIdleCallback !== 'undefined';
    const idle = hasIdle ? requestIdleCallback(() => begin(load), { timeout: IDLE_MS }) : 0;
    const timer = hasIdle ? undefined : setTimeout(() => begin(load), IDLE_MS);
    return () => {
      if (hasIdle) cancelIdleCallback(idle);
      clearTimeout(timer);
    };
  }, [load, isWanted]);
  return result === FAILED ? 'failed' : (result as Module | undefined);
}
