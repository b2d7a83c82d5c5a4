'use client';

import { msg, t } from '@/lib/model/language/t';
import { Pause, Play, RotateCw, SquareX } from 'lucide-react';
import { useState } from 'react';
import { WORDING } from '@/components/parts/retry-change.model';
import { Button } from '@/components/ui/button';
import { useNow } from '@/components/ui/clock';
import { OnDemand } from '@/components/ui/on-demand';
import type { RetryVerb } from '@/lib/model/delivery/retry-change';
import type { MessageTimeline } from '@/lib/model/message/timeline';
import { offeredFor, revokeReason, whyNotNow } from './waiting.model';

const loadRetry = () => import('@/components/parts/retry-dialog');
const loadRevoke = () => import('@/components/parts/revoke-dialog');

interface WaitingActionsProps {
  readonly timeline: MessageTimeline;
  /** Null: allowed. */
  readonly notAllowed: string | null;
  readonly onDone: () => void;
}

const ICONS = { now: RotateCw, bury: SquareX, hold: Pause, release: Play } as const;

const TAKE_BACK: Partial<Record<RetryVerb, string>> = {
  now: msg('Take back and retry…'),
  bury: msg('Take back and move to the DLQ…'),
};

/** What can be done about a message that failed and waits, or that a client has, where it is seen. */
export function WaitingActions({ timeline, notAllowed, onDone }: WaitingActionsProps) {
  const [verb, setVerb] = useState<RetryVerb | null>(null);
  const now = useNow();
  const { group, messageId, state } = timeline;
  const isLeased = state === 'in-flight';
  const revoking = isLeased && (verb === 'now' || verb === 'bury') ? verb : null;
  const retrying = revoking === null ? verb : null;
  const close = {
    onClose: () => setVerb(null),
    onDone: () => {
      setVerb(null);
      onDone();
    },
  };
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
          {labelOf(offered, isLeased)}
        </Button>
      ))}
      <OnDemand load={loadRevoke} isWanted={revoking !== null} onCancel={close.onClose}>
        {({ RevokeDialog }) =>
          revoking === null ? null : (
            <RevokeDialog {...{ verb: revoking, group, messageId, ...close }} reason={revokeReason(timeline, now)} />
          )
        }
      </OnDemand>
      <OnDemand load={loadRetry} isWanted={retrying !== null} onCancel={close.onClose}>
        {({ RetryDialog }) =>
          retrying === null ? null : (
            <RetryDialog verb={retrying} scope={{ group, set: encodeURIComponent(messageId) }} {...close} />
          )
        }
      </OnDemand>
    </>
  );
}

function labelOf(verb: RetryVerb, isLeased: boolean): string {
  const takeBack = isLeased ? TAKE_BACK[verb] : undefined;
  return takeBack === undefined ? t(WORDING[verb].label) : t(takeBack);
}
