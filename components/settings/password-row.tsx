'use client';

import { useState } from 'react';
import { useRefresh } from '@/components/live/use-refresh';
import { Button } from '@/components/ui/button';
import { plural } from '@/components/ui/number.model';
import { useToast } from '@/components/ui/toast';
import { FactorRow } from './factor-row';
import { PasswordDialog } from './password-dialog';

/** The password of one's own account; without one, who can help. */
export function PasswordRow({ name, isSet }: { readonly name: string; readonly isSet: boolean }) {
  const [changing, setChanging] = useState(false);
  const refresh = useRefresh();
  const toast = useToast();
  if (!isSet) return <FactorRow title="Password" note="Not set. An admin can create a link that sets one." />;
  return (
    <>
      <FactorRow title="Password" note="Changing it ends your other sessions." />
      <Button size="small" onClick={() => setChanging(true)}>
        Change password…
      </Button>
      {changing ? (
        <PasswordDialog
          name={name}
          onClose={() => setChanging(false)}
          onDone={(ended) => {
            setChanging(false);
            toast(`Your password is changed. ${plural(ended, 'other session has', 'other sessions have')} ended.`);
            void refresh();
          }}
        />
      ) : null}
    </>
  );
}
