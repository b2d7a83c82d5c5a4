'use client';

import { msg, t } from '@/lib/model/language/t';
import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { Select } from '@/components/form/inputs';
import { useActionForm } from '@/components/form/use-action-form';
import { rotateApiTokenAction } from '@/lib/console/actions/api-tokens';
import type { ApiTokenView } from '@/lib/console/reads/settings';
import { ExpiryField } from './expiry-field';

const overlaps = [
  { hours: 0, label: msg('0 hours: refused immediately') },
  { hours: 1, label: msg('1 hour') },
  { hours: 24, label: msg('1 day') },
  { hours: 168, label: msg('1 week') },
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
      title={t('New secret for {name}', { name })}
      description={
        oldUntil === null
          ? t('Name and rights do not change. Replace the secret wherever it is used.')
          : t('The secret from before the last rotation stops working now.')
      }
      onClose={onClose}
      form={form}
      submitLabel={t('Create new secret')}
    >
      <Field label={t('The old secret stays valid for')}>
        <Select value={overlapHours} onChange={({ target }) => setOverlapHours(Number(target.value))}>
          {overlaps.map(({ hours, label }) => (
            <option key={hours} value={hours}>
              {t(label)}
            </option>
          ))}
        </Select>
      </Field>
      <ExpiryField value={expiresInDays} onChange={setExpiresInDays} />
    </FormDialog>
  );
}
