'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { Select, TextInput } from '@/components/form/inputs';
import { useActionForm } from '@/components/form/use-action-form';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { createApiTokenAction } from '@/lib/console/actions/api-tokens';
import type { Rights } from '@/lib/auth/permission';

const choices: readonly { readonly value: Rights; readonly label: string }[] = [
  { value: 'failures', label: 'failures: report failure reasons, nothing else' },
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
  const form = useActionForm(
    { action: createApiTokenAction, input: () => ({ name, rights }), onDone: ({ secret }) => onCreated(secret) },
    ['name'],
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Create API token"
    >
      <form onSubmit={form.onSubmit} className="col col-wide">
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
        {form.failure === null ? null : <Banner tone="danger">{form.failure.message}</Banner>}
        <div className="row">
          <Button onClick={onClose} keys="Esc">
            Cancel
          </Button>
          <span className="grow" />
          <Button
            type="submit"
            variant="primary"
            pending={form.pending}
            disabledReason={name.trim() === '' ? 'The name is missing' : null}
          >
            Create token
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
