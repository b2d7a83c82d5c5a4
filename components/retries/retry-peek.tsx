'use client';

import { Pause, Play, RotateCw, SquareX } from 'lucide-react';
import { useState } from 'react';
import { GroupPeek } from '@/components/messages/group-peek';
import type { Peeked } from '@/components/messages/peek.model';
import styles from '@/components/messages/peek.module.css';
import { Button } from '@/components/ui/button';
import type { RetryVerb } from '@/lib/model/delivery/retry-change';
import { WORDING } from '@/components/parts/retry-change.model';
import { RetryDialog } from '@/components/parts/retry-dialog';
import { t } from '@/lib/model/language/t';

interface RetryPeekProps {
  readonly peeked: Peeked;
  /** Null: allowed. */
  readonly notAllowed: string | null;
  readonly onClose: () => void;
}

/** One waiting message beside the list, and what can be done with it alone. */
export function RetryPeek({ peeked, notAllowed, onClose }: RetryPeekProps) {
  return (
    <GroupPeek
      peeked={peeked}
      onClose={onClose}
      renderNext={({ state }) =>
        state === 'held' || state === 'waiting-retry' ? (
          <Next peeked={peeked} isHeld={state === 'held'} notAllowed={notAllowed} />
        ) : null
      }
    />
  );
}

function Next({ peeked, isHeld, notAllowed }: Omit<RetryPeekProps, 'onClose'> & { readonly isHeld: boolean }) {
  const [verb, setVerb] = useState<RetryVerb | null>(null);
  const held = isHeld ? 'release' : 'hold';
  return (
    <div className={styles.next} role="region" aria-label={t('This message')}>
      <Button icon={isHeld ? Play : Pause} onClick={() => setVerb(held)} disabledReason={notAllowed}>
        {t(WORDING[held].label)}
      </Button>
      <Button variant="danger" icon={SquareX} onClick={() => setVerb('bury')} disabledReason={notAllowed}>
        {t(WORDING.bury.label)}
      </Button>
      <span className="grow" />
      <Button icon={RotateCw} onClick={() => setVerb('now')} disabledReason={notAllowed}>
        {t(WORDING.now.label)}
      </Button>
      {verb === null ? null : (
        <RetryDialog
          verb={verb}
          scope={{ group: peeked.group, set: encodeURIComponent(peeked.messageId) }}
          onClose={() => setVerb(null)}
          onDone={() => setVerb(null)}
        />
      )}
    </div>
  );
}
