'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { OnDemand } from '@/components/ui/on-demand';
import { useModule } from '@/components/ui/use-module';
import { t } from '@/lib/model/language/t';

const loadDialog = () => import('./redirect-dialog');
const loadList = () => import('./redirects-of-group');

interface RedirectButtonProps {
  readonly group: string;
  readonly cause: { readonly fingerprint: string; readonly errorType: string | null } | null;
  readonly disabledReason: string | null;
}

/** On the dead letters of one group. */
export function RedirectButton({ group, cause, disabledReason }: RedirectButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)} disabledReason={disabledReason}>
        {t('Redirect automatically…')}
      </Button>
      <OnDemand load={loadDialog} isWanted={isOpen} onCancel={close}>
        {({ RedirectDialog }) => (isOpen ? <RedirectDialog group={group} cause={cause} onClose={close} /> : null)}
      </OnDemand>
    </>
  );
}

/** Which redirects take dead letters away from this list; nothing where there is none. */
export function RedirectsOfGroup({ group }: { readonly group: string }) {
  const part = useModule(loadList, true);
  if (part === 'failed')
    return <p className="small text-2">{t('The redirects of {group} could not be loaded.', { group })}</p>;
  return part === undefined ? null : <part.RedirectsOfGroup group={group} />;
}
