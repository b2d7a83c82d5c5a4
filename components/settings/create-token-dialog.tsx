'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { Select, TextInput } from '@/components/form/inputs';
import { useActionForm } from '@/components/form/use-action-form';
import { ExpiryField } from './expiry-field';
import { createApiTokenAction } from '@/lib/console/actions/api-tokens';
import type { Rights } from '@/lib/auth/permission';

const choices: readonly { readonly value: Rights; readonly label: string }[] = [
  { value: 'failures', label: 'failures: report failure reasons, nothing else' },
  { value: 'metrics', label: 'metrics: scrape metrics, nothing else' },
  { value: 'dead-letters', label: 'dead-letters: read and re-drive dead letters' },
  { value: 'groups', label: 'groups: create and configure groups and topics' },
  { value: 'member', label: 'member: only what teams give' },
  { value: 'viewer', label: 'viewer: read' },
  { value: 'operator', label: 'operator: read, change groups, re-drive' },
  { value: 'admin', label: 'admin: everything' },
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
      title="Create API token"
      onClose={onClose}
      form={form}
      submitLabel="Create token"
      blocker={name.trim() === '' ? 'Enter a name' : null}
    >
      <Field
        label="Name"
        hint="Where it is used, so that it can be revoked without guessing."
        error={form.errorOf('name')}
      >
        <TextInput
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={80}
          placeholder="billing-worker"
        />
      </Field>
      <Field label="Rights">
        <Select
          value={rights}
          onChange={(event) =>
            setRights(choices.find((choice) => choice.value === event.target.value)?.value ?? 'failures')
          }
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </Select>
      </Field>
      <ExpiryField value={expiresInDays} onChange={setExpiresInDays} />
    </FormDialog>
  );
}
