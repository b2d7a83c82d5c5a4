'use client';

import { Pause, Play, RotateCw, SquareX } from 'lucide-react';
import { useState } from 'react';
import { FootBar } from '@/components/data-table/foot-bar';
import type { Selection } from '@/components/data-table/use-selection';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { Button } from '@/components/ui/button';
import type { RetryVerb } from '@/lib/model/delivery/retry-change';
import { WORDING } from '@/components/parts/retry-change.model';
import type { Chosen } from './retries.model';
import { RetryDialog } from '@/components/parts/retry-dialog';
import { t } from '@/lib/model/language/t';

interface RetryBarProps {
  readonly selection: Selection;
  /** Ids on screen, in order. */
  readonly order: readonly string[];
  /** All that match the filter; null: not counted. */
  readonly total: number | null;
  readonly chosen: Chosen;
  /** Null: allowed. */
  readonly notAllowed: string | null;
}

/** At the foot of the list while something is selected: what the buttons are about, and the buttons. */
export function RetryBar({ selection, order, total, chosen, notAllowed }: RetryBarProps) {
  const [verb, setVerb] = useState<RetryVerb | null>(null);
  const reason = notAllowed ?? (chosen.kind === 'not' ? chosen.reason : null);
  useShortcut('r', () => setVerb('now'), t('Retry what is selected now'), reason === null && verb === null);
  const says =
    selection.scope === 'matching'
      ? total === null
        ? t('All matching')
        : t('All {count, number} matching', { count: total })
      : t('{count, number} selected', { count: selection.ids.size });
  return (
    <FootBar {...{ selection, order, says, total }} hasMore={total === null || total > order.length}>
      <Button icon={Play} onClick={() => setVerb('release')} disabledReason={reason}>
        {t(WORDING.release.label)}
      </Button>
      <Button icon={Pause} onClick={() => setVerb('hold')} disabledReason={reason}>
        {t(WORDING.hold.label)}
      </Button>
      <Button variant="danger" icon={SquareX} onClick={() => setVerb('bury')} disabledReason={reason}>
        {t(WORDING.bury.label)}
      </Button>
      <Button variant="primary" icon={RotateCw} keys="r" onClick={() => setVerb('now')} disabledReason={reason}>
        {t(WORDING.now.label)}
      </Button>
      {verb === null || chosen.kind === 'not' ? null : (
        <RetryDialog
          verb={verb}
          scope={chosen.scope}
          onClose={() => setVerb(null)}
          onDone={() => {
            setVerb(null);
            selection.clear();
          }}
        />
      )}
    </FootBar>
  );
}
