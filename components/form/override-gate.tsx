'use client';

import { OnDemand } from '@/components/ui/on-demand';
import { override, useOverride } from './override-state';

const loadDialog = () => import('./override-dialog');

/** Once in the frame of all pages: opens when an action is about what a file in git manages. */
export function OverrideGate() {
  const question = useOverride();
  return (
    <OnDemand load={loadDialog} isWanted={question !== null} onCancel={() => override.answer(null)}>
      {({ OverrideDialog }) => <OverrideDialog />}
    </OnDemand>
  );
}
