'use client';

import { t } from '@/lib/model/language/t';
import { useState } from 'react';
import { AppSetUp } from '@/components/auth/app-set-up';
import { FormDialog } from '@/components/form/form-dialog';
import { useActionForm } from '@/components/form/use-action-form';
import { confirmAppAction } from '@/lib/console/actions/own-factors';

interface AppDialogProps {
  readonly setUp: { readonly secret: string; readonly address: string };
  readonly onClose: () => void;
  /** Null: the codes of before stay. */
  readonly onDone: (recoveryCodes: readonly string[] | null) => void;
}

export function AppDialog({ setUp, onClose, onDone }: AppDialogProps) {
  const [code, setCode] = useState('');
  const form = useActionForm({ action: confirmAppAction, input: () => ({ code }), onDone }, ['code']);
  return (
    <FormDialog
      title={t('Set up an authenticator app')}
      onClose={onClose}
      form={form}
      submitLabel={t('Finish')}
      blocker={code.trim() === '' ? t('Enter the code from the app') : null}
    >
      <AppSetUp {...setUp} code={code} onCode={setCode} error={form.errorOf('code')} />
    </FormDialog>
  );
}
