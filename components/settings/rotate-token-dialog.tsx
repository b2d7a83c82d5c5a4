'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { Select } from '@/components/form/inputs';
import { useActionForm } from '@/components/form/use-action-form';
import { rotateApiTokenAction } from '@/lib/console/actions/api-tokens';
import type { ApiTokenView } from '@/lib/console/reads/settings';
import { ExpiryField } from './expiry-field';

const overlaps = [
  { hours: 0, label: 'not at all: it is refused at once' },
  { hours: 1, label: '1 hour' },
  { hours: 24, label: '1 day' },
  { hours: 168, label: '1 week' },
] as const;

interface RotateTokenDialogProps {
  readonly of: ApiTokenView;
  readonly onClose: () => void;
  readonly onDone: (secret: string) => void;
}

export function RotateTokenDialog({ of: { apiTokenId, name, oldUntil }, onClose, onDone }: RotateTokenDialogProps) {
  const [overlapHours, setOverlapHours] = useState(24);
  const [expiresInDays, setExpiresInDays] = useState<number | null>(90);
  const form = useActionForm(
    {
      action: rotateApiTokenAction,
      input: () => ({ apiTokenId, overlapHours, expiresInDays }),
      onDone: ({ secret }) => onDone(secret),
    },
    [],
  );
  return (
    <FormDialog
      title={`New secret for ${name}`}
      description={
        oldUntil === null
          ? 'Name and rights stay. Replace the secret where it is used.'
          : 'The secret before the last rotation still works; it ends now.'
      }
      onClose={onClose}
      form={form}
      submitLabel="Create new secret"
    >
      <Field label="The old secret stays valid">
        <Select value={overlapHours} onChange={({ target }) => setOverlapHours(Number(target.value))}>
          {overlaps.map(({ hours, label }) => (
            <option key={hours} value={hours}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <ExpiryField value={expiresInDays} onChange={setExpiresInDays} />
    </FormDialog>
  );
}
