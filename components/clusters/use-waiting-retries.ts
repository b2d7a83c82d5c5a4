'use client';

import { useState } from 'react';
import { fetchRead, ReadError } from '@/components/live/fetch-read';
import { toSearch } from '@/components/live/use-live-query';
import { useWorkspace } from '@/components/live/use-workspace';
import type { ReadData } from '@/lib/console/reads/registry';

interface Look {
  /** Null: not asked for yet, or it failed. */
  readonly found: ReadData<'waitingRetries'> | null;
  readonly error: ReadError | null;
  readonly isRunning: boolean;
}

/** What waits at the brokers. It costs them many reads, so it is asked for by hand. */
export function useWaitingRetries(group: string): Look & { readonly look: () => void } {
  const workspace = useWorkspace();
  const [state, setLook] = useState<Look>({ found: null, error: null, isRunning: false });
  const look = () => {
    setLook((before) => ({ ...before, error: null, isRunning: true }));
    fetchRead(
      'waitingRetries',
      toSearch({ group, workspace: workspace ?? undefined }),
      new AbortController().signal,
      true,
    ).then(
      ({ data }) => setLook({ found: data, error: null, isRunning: false }),
      (problem: unknown) => {
        if (!(problem instanceof ReadError)) throw problem;
        setLook({ found: null, error: problem, isRunning: false });
      },
    );
  };
  return { ...state, look };
}
