'use client';

import { useRef, useState } from 'react';
import type { ActionFailure, ActionResult } from '@/lib/model/action-result';
import { afterSilence } from './after-silence.model';
import { sendAction } from './send-action';

/** A pending answer is announced after this time. */
const SLOW_MS = 8_000;

export interface ActionRunner {
  readonly pending: boolean;
  /** Pending for so long that the page says so. */
  readonly slow: boolean;
  readonly failure: ActionFailure | null;
  /** One at a time: while one is pending, another is ignored. */
  readonly run: <T>(
    send: () => Promise<ActionResult<T>>,
    onDone?: (data: T) => void,
    onFailure?: (failure: ActionFailure) => void,
  ) => void;
  readonly forget: () => void;
}

/**
 * A button that calls a server action. Never a React transition: one that waits for a person to sign in would hold up
 * all others.
 */
export function useAction(): ActionRunner {
  const [failure, setFailure] = useState<ActionFailure | null>(null);
  const [pending, setPending] = useState(false);
  const [slow, setSlow] = useState(false);
  const busy = useRef(false);

  const run: ActionRunner['run'] = (send, onDone, onFailure) => {
    if (busy.current) return;
    busy.current = true;
    setPending(true);
    const slowly = setTimeout(() => setSlow(true), SLOW_MS);
    void sendAction(send).then((result) => {
      clearTimeout(slowly);
      busy.current = false;
      setPending(false);
      setSlow(false);
      if (result.ok) {
        setFailure(null);
        onDone?.(result.data);
        return;
      }
      const error = afterSilence(failure, result.error);
      setFailure(error);
      onFailure?.(error);
    });
  };
  return { pending, slow, failure, run, forget: () => setFailure(null) };
}
