'use client';

import { useEffect, useState } from 'react';
import { useLiveQuery } from '@/components/live/use-live-query';
import type { LimitKind, LimitScope } from '@/lib/model/throttle/limit-kind';
import { type ReadDraft, whatIfWords } from './limit-dialog.model';
import styles from './throttling.module.css';
import { t } from '@/lib/model/language/t';

interface WhatIfNoteProps {
  readonly limitKey: { readonly kind: LimitKind; readonly scope: LimitScope; readonly subject: string };
  /** Null: the draft cannot be read. */
  readonly read: ReadDraft | null;
}

const TYPING_MS = 300;

/** What the limit as typed would have done to the last hour, and from what that is computed. */
export function WhatIfNote({ limitKey, read }: WhatIfNoteProps) {
  const { kind, scope, subject } = limitKey;
  const params = { kind, scope, subject, hard: read?.hard, softShare: read?.softShare, burstMs: read?.burstMs };
  const complete = read !== null && (scope === 'broker' || subject !== '');
  const settled = useIsSettled(JSON.stringify(params), TYPING_MS);
  const query = useLiveQuery('limitWhatIf', params, { live: { kinds: [] }, enabled: complete && settled });
  return (
    <div className={styles.whatif} role="status">
      {!complete ? (
        t('Enter a limit to see its effect on the last hour.')
      ) : query.error !== null ? (
        t('What it would have refused is unknown: {reason}', { reason: query.error.message })
      ) : query.data === undefined || query.isPrevious || !settled ? (
        t('Checking the last hour…')
      ) : (
        <>
          <b>{whatIfWords(query.data, kind)}</b> <span className="text-3">{query.data.basis}</span>
        </>
      )}
    </div>
  );
}

/** Whether the value has not changed for a while. */
function useIsSettled(value: string, afterMs: number): boolean {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled === value;
}
