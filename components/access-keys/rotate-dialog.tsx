'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { Select } from '@/components/form/inputs';
import { useActionForm } from '@/components/form/use-action-form';
import { Banner } from '@/components/ui/banner';
import { rotateAccessKeyAction } from '@/lib/console/actions/access-keys';
import type { AccessKeyView } from '@/lib/console/operations/access-keys/views';
import { msg, t } from '@/lib/model/language/t';
import type { MadeKey } from './key-dialog';

const HOUR_MS = 3_600_000;
const overlaps = [
  { hours: 0, label: msg('0 hours: running clients are refused immediately') },
  { hours: 1, label: msg('1 hour') },
  { hours: 8, label: msg('8 hours') },
  { hours: 24, label: msg('24 hours') },
] as const;

interface RotateDialogProps {
  readonly of: AccessKeyView;
  readonly onClose: () => void;
  readonly onDone: (made: MadeKey) => void;
}

export function RotateDialog({ of: { accessKeyId, name, oldSecretUntil }, onClose, onDone }: RotateDialogProps) {
  const [hours, setHours] = useState(24);
  const input = () => ({ id: accessKeyId, overlapMs: hours * HOUR_MS });
  const form = useActionForm({ action: rotateAccessKeyAction, input, onDone }, []);
  return (
    <FormDialog
      title={t('New secret for {name}', { name })}
      description={t('Both secrets are accepted for the time you choose. Update all clients before it ends.')}
      onClose={onClose}
      form={form}
      submitLabel={t('Create new secret')}
    >
      <Field label={t('The old secret stays valid for')}>
        <Select value={hours} onChange={(event) => setHours(Number(event.target.value))}>
          {overlaps.map((overlap) => (
            <option key={overlap.hours} value={overlap.hours}>
              {t(overlap.label)}
            </option>
          ))}
        </Select>
      </Field>
      {oldSecretUntil === null ? null : (
        <Banner tone="warning">
          {t('A rotation is already in progress. The oldest secret stops working when you create a new one.')}
        </Banner>
      )}
    </FormDialog>
  );
}
