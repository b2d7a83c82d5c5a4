'use client';

import { useEffect, useState } from 'react';
import { useLiveQuery } from '@/components/live/use-live-query';
import type { LimitWhatIf } from '@/lib/console/reads/limit-what-if';
import type { LimitKind, LimitScope } from '@/lib/model/throttle/limit-kind';
import { type ReadDraft, whatIfWords } from './limit-dialog.model';
import styles from './throttling.module.css';

interface WhatIfNoteProps {
  readonly limitKey: { readonly kind: LimitKind; readonly scope: LimitScope; readonly subject: string };
  /** Null: the draft cannot be read. */
  readonly read: ReadDraft | null;
}

const TYPING_MS = 300;

/** What the limit as typed would have done to the last hour, and from what that is computed. */
export function WhatIfNote({ limitKey, read }: WhatIfNoteProps) {
  const { kind, scope, subject } = limitKey;
  const asked = useSettled(JSON.stringify({ kind, scope, subject, ...read }), TYPING_MS);
  const complete = read !== null && (scope === 'broker' || subject !== '');
  const latest = JSON.stringify({ kind, scope, subject, ...read });
  const query = useLiveQuery<LimitWhatIf>({
    url: '/api/console/limit-what-if',
    params: JSON.parse(asked) as Record<string, string | number | undefined>,
    live: { kinds: [] },
    enabled: complete && asked === latest,
  });
  return (
    <div className={styles.whatif} role="status">
      {!complete ? (
        'Type a limit to see what it would have done to the last hour.'
      ) : query.error !== null ? (
        `What it would have refused is unknown: ${query.error.message}`
      ) : query.data === undefined || query.isPrevious || asked !== latest ? (
        'Looking at the last hour…'
      ) : (
        <>
          <b>{whatIfWords(query.data, kind)}</b> <span className="text-3">{query.data.basis}</span>
        </>
      )}
    </div>
  );
}

/** The value once it has not changed for a while. */
function useSettled(value: string, afterMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}
