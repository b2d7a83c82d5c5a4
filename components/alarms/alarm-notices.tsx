'use client';

import { useEffect, useState } from 'react';
import { fetchRead } from '@/components/live/fetch-read';
import { useLiveState } from '@/components/live/live-provider';
import type { NavCounts } from '@/lib/console/operations/problems/views';
import { readNotifying } from './notify';
import { AlarmNotifier } from './notify-new-alarms';

/** Rules are evaluated every 10 s. */
const CHECK_MS = 10_000;

/** Shows new alarms as browser notifications if the operator wants that. */
export function AlarmNotices({ newest }: { readonly newest: NavCounts['newest'] | undefined }) {
  const state = useLiveState();
  const [notifier] = useState(() => new AlarmNotifier());
  useEffect(() => {
    if (newest !== undefined) notifier.announce(newest);
  }, [newest, notifier]);
  // Also in a hidden tab or under a dialog, where pages do not refresh: notifications matter most there.
  useEffect(() => {
    const check = async (): Promise<void> => {
      if (!state.isHeld || readNotifying() !== 'on') return;
      const answer = await fetchRead('navCounts', '', AbortSignal.timeout(CHECK_MS), false);
      notifier.announce(answer.data.newest);
    };
    const timer = setInterval(() => void check().catch(untilNextTime), CHECK_MS);
    return () => clearInterval(timer);
  }, [state, notifier]);
  return null;
}

function untilNextTime(): void {
  // The alarms are unknown now; the next read tries again.
}
