'use client';

import { t } from '@/lib/model/language/t';
import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { TextInput } from '@/components/form/inputs';
import { useActionForm } from '@/components/form/use-action-form';
import { renamePasskeyAction } from '@/lib/console/actions/own-factors';
import type { PasskeyView } from '@/lib/console/reads/settings';

interface RenamePasskeyDialogProps {
  readonly passkey: PasskeyView;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function RenamePasskeyDialog({ passkey, onClose, onDone }: RenamePasskeyDialogProps) {
  const [name, setName] = useState(passkey.name);
  const form = useActionForm(
    { action: renamePasskeyAction, input: () => ({ passkeyId: passkey.passkeyId, name: name.trim() }), onDone },
    ['name'],
  );
  return (
    <FormDialog
      title={t('Rename passkey')}
      onClose={onClose}
      form={form}
      submitLabel={t('Rename')}
      blocker={name.trim() === '' ? t('Enter a name') : null}
    >
      <Field
        label={t('Name')}
        error={form.errorOf('name')}
        hint={t('Where the passkey is stored: device, key ring, password manager.')}
      >
        <TextInput autoComplete="off" maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
