'use client';

import { msg, t } from '@/lib/model/language/t';
import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { Select, TextInput } from '@/components/form/inputs';
import { useActionForm } from '@/components/form/use-action-form';
import { ExpiryField } from './expiry-field';
import { createApiTokenAction } from '@/lib/console/actions/api-tokens';
import type { Rights } from '@/lib/auth/permission';

const choices: readonly { readonly value: Rights; readonly label: string }[] = [
  { value: 'failures', label: msg('failures: report failure reasons only') },
  { value: 'metrics', label: msg('metrics: scrape metrics only') },
  { value: 'dead-letters', label: msg('dead-letters: read and re-drive dead letters') },
  { value: 'groups', label: msg('groups: create and configure groups and topics') },
  { value: 'member', label: msg('member: only the rights that teams grant') },
  { value: 'viewer', label: msg('viewer: read everything except message bodies') },
  { value: 'operator', label: msg('operator: read, change groups, re-drive') },
  { value: 'admin', label: msg('admin: everything') },
];

interface CreateTokenDialogProps {
  readonly onClose: () => void;
  readonly onCreated: (secret: string) => void;
}

export function CreateTokenDialog({ onClose, onCreated }: CreateTokenDialogProps) {
  const [name, setName] = useState('');
  const [rights, setRights] = useState<Rights>('failures');
  const [expiresInDays, setExpiresInDays] = useState<number | null>(90);
  const form = useActionForm(
    {
      action: createApiTokenAction,
      input: () => ({ name, rights, expiresInDays }),
      onDone: ({ secret }) => onCreated(secret),
    },
    ['name'],
  );
  return (
    <FormDialog
      title={t('Create API token')}
      onClose={onClose}
      form={form}
      submitLabel={t('Create token')}
      blocker={name.trim() === '' ? t('Enter a name') : null}
    >
      <Field
        label={t('Name')}
        hint={t('Describe where the token is used. This helps you revoke the right one.')}
        error={form.errorOf('name')}
      >
        <TextInput
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={80}
          placeholder={'billing-worker'}
        />
      </Field>
      <Field label={t('Rights')}>
        <Select
          value={rights}
          onChange={(event) =>
            setRights(choices.find((choice) => choice.value === event.target.value)?.value ?? 'failures')
          }
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {t(choice.label)}
            </option>
          ))}
        </Select>
      </Field>
      <ExpiryField value={expiresInDays} onChange={setExpiresInDays} />
    </FormDialog>
  );
}
