'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { TextInput } from '@/components/form/inputs';
import { useActionForm } from '@/components/form/use-action-form';
import { Segmented } from '@/components/ui/segmented';
import { addUserAction } from '@/lib/console/actions/users';
import type { Role } from '@/lib/auth/permission';

interface AddUserDialogProps {
  readonly onClose: () => void;
  readonly onAdded: (email: string, linkPath: string) => void;
}

const what: Readonly<Record<Role, string>> = {
  member: 'Only what teams give, for what they are about.',
  viewer: 'Sees everything but message bodies and the audit log.',
  operator: 'Also reads bodies, changes groups and topics, re-drives.',
  admin: 'Also manages users, API tokens and access keys.',
};

export function AddUserDialog({ onClose, onAdded }: AddUserDialogProps) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('operator');
  const form = useActionForm(
    {
      action: addUserAction,
      input: () => ({ email: email.trim(), role }),
      onDone: ({ link }) => onAdded(email.trim(), link),
    },
    ['email'],
  );
  return (
    <FormDialog
      title="Add user"
      onClose={onClose}
      form={form}
      submitLabel="Add and make link"
      blocker={email.trim() === '' ? 'Enter an e-mail address' : null}
    >
      <Field label="E-mail address" error={form.errorOf('email')}>
        <TextInput type="email" autoComplete="off" value={email} onChange={(event) => setEmail(event.target.value)} />
      </Field>
      <div className="col">
        <Segmented
          label="Role"
          options={[
            { value: 'member', label: 'Member' },
            { value: 'viewer', label: 'Viewer' },
            { value: 'operator', label: 'Operator' },
            { value: 'admin', label: 'Admin' },
          ]}
          value={role}
          onChange={setRole}
        />
        <p className="small text-3">{what[role]}</p>
      </div>
    </FormDialog>
  );
}
