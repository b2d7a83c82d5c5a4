'use client';

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
      title="Rename passkey"
      onClose={onClose}
      form={form}
      submitLabel="Rename"
      blocker={name.trim() === '' ? 'Give it a name' : null}
    >
      <Field label="Name" error={form.errorOf('name')} hint="Where it is: a device, a key ring, a password manager.">
        <TextInput autoComplete="off" maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
