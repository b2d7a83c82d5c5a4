'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { Select } from '@/components/form/inputs';
import { ReasonField, useReason } from '@/components/form/reason-field';
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
  const reason = useReason(
    `Settings differ: ${differences.map((field) => BROKER_FIELDS[field].label).join(', ') || missingOn.join(', ')}`,
  );
  const others = settings.filter(({ broker }) => broker !== like).map(({ broker }) => broker);
  const form = useActionForm(
    {
      action: (input: { name: string; version: number; like: string; reason: string }) =>
        makeGroupEqualAction(input, workspace),
      input: () => ({ name: group, version, like, reason: reason.text }),
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
      blocker={reason.missing}
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
      <ReasonField reason={reason} required error={form.errorOf('reason')} />
    </FormDialog>
  );
}
