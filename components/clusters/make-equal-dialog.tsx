'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { Select, TextArea } from '@/components/form/inputs';
import { useActionForm } from '@/components/form/use-action-form';
import { useWorkspace } from '@/components/live/use-workspace';
import { makeGroupEqualAction } from '@/lib/console/actions/make-group-equal';
import type { GroupInBrokers } from '@/lib/console/reads/cluster-group';
import { BROKER_FIELDS, differenceWords } from './cluster-words.model';

interface MakeEqualDialogProps {
  readonly group: string;
  readonly version: number;
  readonly inBrokers: GroupInBrokers;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** One broker's settings on all of them, unknown ones included; creates the group where it is missing. */
export function MakeEqualDialog({ group, version, inBrokers, onClose, onDone }: MakeEqualDialogProps) {
  const workspace = useWorkspace();
  const { settings, differences, missingOn } = inBrokers;
  const from = settings.filter((each) => each.settings !== null).map(({ broker }) => broker);
  const [like, setLike] = useState(from[0] ?? '');
  const [reason, setReason] = useState('');
  const others = settings.filter(({ broker }) => broker !== like).map(({ broker }) => broker);
  const form = useActionForm(
    {
      action: (input: { name: string; version: number; like: string; reason: string }) =>
        makeGroupEqualAction(input, workspace),
      input: () => ({ name: group, version, like, reason: reason.trim() }),
      onDone,
    },
    ['like', 'reason'],
  );
  return (
    <FormDialog
      title={`Make the brokers equal for ${group}?`}
      description={
        <>
          {others.join(', ')} {others.length === 1 ? 'gets' : 'get'} every setting of the broker that you choose
          {missingOn.length === 0 ? '' : `, and the group is created on ${missingOn.join(', ')}`}. Connected 5.x clients
          follow within 6 minutes.
        </>
      }
      onClose={onClose}
      form={form}
      submitLabel={`Copy from ${like}`}
      blocker={reason.trim() === '' ? 'Enter a reason' : null}
    >
      <Field label="Take the settings of" error={form.errorOf('like')}>
        <Select value={like} onChange={({ target }) => setLike(target.value)}>
          {from.map((broker) => (
            <option key={broker} value={broker}>
              {broker}
            </option>
          ))}
        </Select>
      </Field>
      {differences.map((field) => (
        <p key={field} className="small text-2">
          {BROKER_FIELDS[field].label}: {differenceWords(inBrokers, field)}
        </p>
      ))}
      <Field label="Reason, kept in the audit log" error={form.errorOf('reason')}>
        <TextArea rows={2} value={reason} onChange={({ target }) => setReason(target.value)} />
      </Field>
    </FormDialog>
  );
}
