'use client';

import { useEffect, useEffectEvent } from 'react';
import { concerns, type LiveInterest } from '@/lib/model/live-change';
import { useLiveState } from './live-provider';
import { useWorkspace } from './use-workspace';

/** Hints may be lost, and there are none for an attached cluster. */
const LOOK_MS = 15_000;
const CLUSTER_MS = 5_000;
/** Hints that come together are one. */
const GATHER_MS = 250;

/**
 * Runs `look` when something of this interest may have changed, also while the page is held: an open form must hear of
 * another person's save, although nothing else on the page moves.
 */
export function useWatch(interest: LiveInterest, active: boolean, look: () => void): void {
  const state = useLiveState();
  const everyMs = useWorkspace() === null ? LOOK_MS : CLUSTER_MS;
  const onLook = useEffectEvent(look);
  const isOfInterest = useEffectEvent((change: Parameters<typeof concerns>[1]) => concerns(interest, change));
  useEffect(() => {
    if (!active) return undefined;
    let soon: ReturnType<typeof setTimeout> | undefined;
    const stop = state.onHints((changes) => {
      if (changes !== null && !changes.some((change) => isOfInterest(change))) return;
      clearTimeout(soon);
      soon = setTimeout(() => onLook(), GATHER_MS);
    });
    const timer = setInterval(() => {
      if (!document.hidden) onLook();
    }, everyMs);
    return () => {
      stop();
      clearTimeout(soon);
      clearInterval(timer);
    };
  }, [active, everyMs, state]);
}
