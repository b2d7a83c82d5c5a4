'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { TextInput } from '@/components/form/inputs';
import { useActionForm } from '@/components/form/use-action-form';
import { saveTeamAction } from '@/lib/console/actions/teams';
import type { TeamView } from '@/lib/console/reads/teams';
import { prefixesIn } from './team.model';

interface TeamDialogProps {
  /** Null: a new one. */
  readonly team: TeamView | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function TeamDialog({ team, onClose, onDone }: TeamDialogProps) {
  const [name, setName] = useState(team?.name ?? '');
  const [prefixes, setPrefixes] = useState(team?.prefixes.join(' ') ?? '');
  const list = prefixesIn(prefixes);
  const existing = team === null ? null : { teamId: team.teamId, version: team.version };
  const input = () => ({ name, prefixes: [...list], existing });
  const form = useActionForm({ action: saveTeamAction, input, onDone }, ['name', 'prefixes']);
  return (
    <FormDialog
      title={team === null ? 'Create team' : `Change ${team.name}`}
      onClose={onClose}
      form={form}
      submitLabel={team === null ? 'Create team' : 'Save'}
      blocker={name.trim() === '' ? 'Enter a name' : list.length === 0 ? 'Enter a prefix' : null}
    >
      <Field label="Name" error={form.errorOf('name')}>
        <TextInput value={name} onChange={(event) => setName(event.target.value)} maxLength={80} placeholder="Orders" />
      </Field>
      <Field
        label="Prefixes"
        hint="What the names of its groups and topics begin with, letter for letter. Separate several with spaces."
        error={form.errorOf('prefixes')}
      >
        <TextInput
          value={prefixes}
          onChange={(event) => setPrefixes(event.target.value)}
          placeholder="orders- billing-"
        />
      </Field>
    </FormDialog>
  );
}
