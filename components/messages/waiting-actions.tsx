'use client';

import { Pause, Play, RotateCw, SquareX } from 'lucide-react';
import { useState } from 'react';
import { RetryDialog } from '@/components/retries/retry-dialog';
import { WORDING } from '@/components/retries/retries.model';
import { Button } from '@/components/ui/button';
import type { RetryVerb } from '@/lib/model/retry-change';
import type { MessageTimeline } from '@/lib/model/timeline';
import { offeredFor, whyNotNow } from './waiting.model';

interface WaitingActionsProps {
  readonly timeline: MessageTimeline;
  /** Null: allowed. */
  readonly notAllowed: string | null;
  readonly onDone: () => void;
}

const ICONS = { now: RotateCw, bury: SquareX, hold: Pause, release: Play } as const;

/** What can be done about a message that failed and waits, where it is seen. */
export function WaitingActions({ timeline, notAllowed, onDone }: WaitingActionsProps) {
  const [verb, setVerb] = useState<RetryVerb | null>(null);
  const { group, messageId } = timeline;
  return (
    <>
      {offeredFor(timeline).map((offered) => (
        <Button
          key={offered}
          icon={ICONS[offered]}
          variant={offered === 'bury' ? 'danger' : 'default'}
          onClick={() => setVerb(offered)}
          disabledReason={notAllowed ?? whyNotNow(offered, timeline)}
        >
          {WORDING[offered].label}
        </Button>
      ))}
      {verb === null ? null : (
        <RetryDialog
          verb={verb}
          scope={{ group, set: encodeURIComponent(messageId) }}
          onClose={() => setVerb(null)}
          onDone={() => {
            setVerb(null);
            onDone();
          }}
        />
      )}
    </>
  );
}
