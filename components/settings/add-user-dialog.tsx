'use client';

import { msg, t } from '@/lib/model/language/t';
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

const ALLOWS: Readonly<Record<Role, string>> = {
  member: msg('Only the rights that teams grant, for their groups and topics.'),
  viewer: msg('Can see everything except message bodies and the audit log.'),
  operator: msg('Can also read message bodies, change groups and topics, and re-drive.'),
  admin: msg('Can also manage users, API tokens and access keys.'),
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
      title={t('Add user')}
      onClose={onClose}
      form={form}
      submitLabel={t('Add user and create link')}
      blocker={email.trim() === '' ? t('Enter an e-mail address') : null}
    >
      <Field label={t('E-mail address')} error={form.errorOf('email')}>
        <TextInput type="email" autoComplete="off" value={email} onChange={(event) => setEmail(event.target.value)} />
      </Field>
      <div className="col">
        <Segmented
          label={t('Role')}
          options={[
            { value: 'member', label: t('Member') },
            { value: 'viewer', label: t('Viewer') },
            { value: 'operator', label: t('Operator') },
            { value: 'admin', label: t('Admin') },
          ]}
          value={role}
          onChange={setRole}
        />
        <p className="small text-3">{t(ALLOWS[role])}</p>
      </div>
    </FormDialog>
  );
}
