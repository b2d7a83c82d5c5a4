'use client';

import { t } from '@/lib/model/language/t';
import { useState } from 'react';
import { useRefresh } from '@/components/live/use-refresh';
import { Button } from '@/components/ui/button';
import { useToast } from '@/components/ui/toast';
import { FactorRow } from './factor-row';
import { PasswordDialog } from './password-dialog';

/** The password of one's own account; without one, who can help. */
export function PasswordRow({ name, isSet }: { readonly name: string; readonly isSet: boolean }) {
  const [changing, setChanging] = useState(false);
  const refresh = useRefresh();
  const toast = useToast();
  if (!isSet)
    return <FactorRow title={t('Password')} note={t('Not set. An admin can create a link to set a password.')} />;
  return (
    <>
      <FactorRow title={t('Password')} note={t('Changing it ends your other sessions.')} />
      <Button size="small" onClick={() => setChanging(true)}>
        {t('Change password…')}
      </Button>
      {changing ? (
        <PasswordDialog
          name={name}
          onClose={() => setChanging(false)}
          onDone={(ended) => {
            setChanging(false);
            toast(
              t('Password changed. {ended, plural, one {# other session has} other {# other sessions have}} ended.', {
                ended,
              }),
            );
            void refresh();
          }}
        />
      ) : null}
    </>
  );
}
