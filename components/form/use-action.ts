'use client';

import { useRef, useState } from 'react';
import type { ActionFailure, ActionResult } from '@/lib/model/action-result';
import { BUSY_TRIES } from '@/lib/model/while-busy';
import { afterSilence } from './after-silence.model';
import type { Override } from './override-state';
import { sendAction } from './send-action';
import { t } from '@/lib/model/language/t';

/** A pending answer is announced after this time. */
const SLOW_MS = 8_000;

/** Pending for so long that the page says so; a text: what it waits for. */
export type Slow = boolean | string;

export interface ActionRunner {
  readonly pending: boolean;
  readonly slow: Slow;
  readonly failure: ActionFailure | null;
  /** One at a time: while one is pending, another is ignored. */
  readonly run: <T>(
    send: (more: Override) => Promise<ActionResult<T>>,
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
  const [slow, setSlow] = useState<Slow>(false);
  const busy = useRef(false);

  const run: ActionRunner['run'] = (send, onDone, onFailure) => {
    if (busy.current) return;
    busy.current = true;
    setPending(true);
    const slowly = setTimeout(() => setSlow((now) => now || true), SLOW_MS);
    const onWait = (nextTry: number) => setSlow(waitText(nextTry));
    void sendAction(send, { onWait }).then((result) => {
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

function waitText(nextTry: number): string {
  return t('Waiting for another change to finish: attempt {attempt, number} of {of, number}.', {
    ...{ attempt: nextTry, of: BUSY_TRIES },
  });
}
