'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { TextInput } from '@/components/form/inputs';
import { useActionForm } from '@/components/form/use-action-form';
import { changeViewAction, saveViewAction } from '@/lib/console/actions/own-views';
import type { ActionResult } from '@/lib/model/action-result';
import { type ListName, VIEW_LIMITS } from '@/lib/model/list-view';
import type { Saving, ShownView } from './views.model';
import { t } from '@/lib/model/language/t';

interface SaveViewDialogProps {
  readonly list: ListName;
  readonly shown: ShownView;
  readonly what: Exclude<Saving, null>;
  readonly onClose: () => void;
  /** With the name that it has now. */
  readonly onDone: (name: string) => void;
}

/** Keeps what is shown under a name, or gives a view another one. */
export function SaveViewDialog({ list, shown, what, onClose, onDone }: SaveViewDialogProps) {
  const { own, query } = shown;
  const [name, setName] = useState(shown.name ?? '');
  const [isDefault, setIsDefault] = useState(own?.isDefault ?? false);
  const given = name.trim().replace(/\s+/g, ' ');
  const form = useActionForm(
    {
      action: (input: string): Promise<ActionResult<unknown>> =>
        what === 'rename' && own !== null
          ? changeViewAction({ viewId: own.viewId, name: input })
          : saveViewAction({ list, name: input, query, isDefault }),
      input: () => given,
      onDone: () => onDone(given),
    },
    ['name'],
  );
  return (
    <FormDialog
      title={what === 'rename' ? t('Rename view') : t('Save view')}
      description={
        what === 'rename'
          ? undefined
          : t('Saves the current filters, order and columns. A view of the same name is overwritten.')
      }
      onClose={onClose}
      form={form}
      submitLabel={what === 'rename' ? t('Rename') : t('Save')}
      blocker={given === '' ? t('Enter a name') : null}
    >
      <Field label={t('Name')} error={form.errorOf('name')}>
        <TextInput
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={VIEW_LIMITS.nameChars}
          autoComplete="off"
        />
      </Field>
      {what === 'rename' ? null : (
        <label className="row">
          <input type="checkbox" checked={isDefault} onChange={(event) => setIsDefault(event.target.checked)} />
          {t('Open the list with this view')}
        </label>
      )}
    </FormDialog>
  );
}
