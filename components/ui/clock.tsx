'use client';

import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react';

/**
 * One ticking clock per tab, corrected to the server's: countdowns must agree with the database, not with a laptop.
 * During hydration it returns the server's time, so the first browser render equals the server's.
 */
const ServerNow = createContext(0);

let offsetMs = 0;
let currentMs = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  currentMs = Date.now() + offsetMs;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  currentMs = Date.now() + offsetMs;
  timer ??= setInterval(tick, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

function snapshot(): number {
  if (currentMs === 0) currentMs = Date.now() + offsetMs;
  return currentMs;
}

/** The live stream calls this with each server time it receives. */
export function setServerTime(iso: string): void {
  const serverMs = Date.parse(iso);
  if (!Number.isNaN(serverMs)) offsetMs = serverMs - Date.now();
}

/** Server-corrected time now, for event handlers. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}

export function ClockProvider({ serverNowIso, children }: { serverNowIso: string; children: ReactNode }) {
  const atRender = Date.parse(serverNowIso);
  return <ServerNow value={atRender}>{children}</ServerNow>;
}

/** Milliseconds, renewed each second. */
export function useNow(): number {
  const atRender = useContext(ServerNow);
  return useSyncExternalStore(subscribe, snapshot, () => atRender);
}

/** What is said for now; drawn again when it is something else, which most is not each second. */
export function useWordsNow<T>(say: (now: number) => T): T {
  const atRender = useContext(ServerNow);
  return useSyncExternalStore(
    subscribe,
    () => say(snapshot()),
    () => say(atRender),
  );
}
