'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { TextInput } from '@/components/form/inputs';
import { useActionForm } from '@/components/form/use-action-form';
import { Banner } from '@/components/ui/banner';
import { createAccessKeyAction, updateAccessKeyAction } from '@/lib/console/actions/access-keys';
import type { AccessKeyView } from '@/lib/console/reads/access-keys';
import type { ActionResult } from '@/lib/model/action-result';
import { endOfDay, type RuleLine, toLine, toLineError, toRule } from './access-keys.model';
import { RuleLines } from './rule-lines';

export interface MadeKey {
  readonly accessKeyId: string;
  readonly name: string;
  readonly secret: string;
}

interface KeyDialogProps {
  /** Null: a new one. */
  readonly editing: AccessKeyView | null;
  readonly onClose: () => void;
  /** With the secret of a new key. */
  readonly onDone: (made: MadeKey | null) => void;
}

const FIRST: RuleLine = { id: 0, kind: 'publish', pattern: '' };

export function KeyDialog({ editing, onClose, onDone }: KeyDialogProps) {
  const [name, setName] = useState(editing?.name ?? '');
  const [note, setNote] = useState(editing?.note ?? '');
  const [expires, setExpires] = useState(editing?.expiresAt?.slice(0, 10) ?? '');
  const [lines, setLines] = useState<readonly RuleLine[]>(() => editing?.rules.map(toLine) ?? [FIRST]);
  const form = useActionForm(
    {
      action: async (fields: Parameters<typeof createAccessKeyAction>[0]): Promise<ActionResult<MadeKey | null>> => {
        if (editing === null) return createAccessKeyAction(fields);
        const { accessKeyId, version } = editing;
        const result = await updateAccessKeyAction({ ...fields, accessKeyId, version });
        return result.ok ? { ok: true, data: null } : result;
      },
      input: () => ({ name, note, rules: lines.map(toRule), expiresAt: endOfDay(expires, editing?.expiresAt ?? null) }),
      onDone,
    },
    ['name', 'note', 'rules', 'expiresAt'],
  );
  return (
    <FormDialog
      size="wide"
      title={editing === null ? 'Create access key' : `Edit ${editing.name}`}
      onClose={onClose}
      form={form}
      submitLabel={editing === null ? 'Create access key' : 'Save'}
      blocker={name.trim() === '' ? 'Enter a name' : null}
      browserChecks
    >
      <Field label="Name" hint="The application or team that uses it." error={form.errorOf('name')}>
        <TextInput
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={100}
          placeholder="billing-service"
        />
      </Field>
      <RuleLines lines={lines} onChange={setLines} error={toLineError(form.errorOf('rules'))} />
      <Field label="Note" hint="Optional: owner, ticket, where it is deployed." error={form.errorOf('note')}>
        <TextInput value={note} onChange={(event) => setNote(event.target.value)} maxLength={1000} />
      </Field>
      <Field
        label="Last day (UTC)"
        hint="Optional. The key is refused from the next day on."
        error={form.errorOf('expiresAt')}
      >
        <TextInput type="date" value={expires} onChange={(event) => setExpires(event.target.value)} />
      </Field>
      {lines.some(({ kind }) => kind === 'everything') ? (
        <Banner tone="warning">This key can send to and consume from every topic, including future ones.</Banner>
      ) : null}
    </FormDialog>
  );
}
