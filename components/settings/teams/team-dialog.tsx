'use client';

import { t } from '@/lib/model/language/t';
import { useState } from 'react';
import { ConflictPanel } from '@/components/form/conflict-panel';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { TextInput } from '@/components/form/inputs';
import { useActionForm } from '@/components/form/use-action-form';
import { useRowEdit } from '@/components/form/use-row-edit';
import { ManagedNote } from '@/components/parts/managed-note';
import { saveTeamAction } from '@/lib/console/actions/teams';
import type { TeamView } from '@/lib/console/reads/settings';
import { prefixesIn } from './team.model';

interface TeamDialogProps {
  /** Null: a new one. */
  readonly team: TeamView | null;
  /** The same as the page shows it now. */
  readonly current: TeamView | null;
  /** Reads it again. */
  readonly reload: () => unknown;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const draftOf = (team: TeamView | null) => ({ name: team?.name ?? '', prefixes: team?.prefixes.join(' ') ?? '' });

export function TeamDialog({ team, current, reload, onClose, onDone }: TeamDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(team));
  const { name, prefixes } = draft;
  const list = prefixesIn(prefixes);
  const edit = useRowEdit({
    ...{ opened: team, current, draftOf, draft, onDraft: setDraft, reload },
    labels: { name: t('Name'), prefixes: t('Prefixes') },
    savedBy: () => null,
    interest: { kinds: ['setting'] },
  });
  const form = useActionForm(
    {
      action: saveTeamAction,
      input: () => ({
        ...{ name, prefixes: [...list] },
        existing: team === null || edit.version === null ? null : { teamId: team.teamId, version: edit.version },
      }),
      ...{ onDone, onFailure: edit.onFailure },
    },
    ['name', 'prefixes'],
  );
  return (
    <FormDialog
      title={team === null ? t('Create team') : t('Edit {name}', { name: team.name })}
      onClose={onClose}
      form={form}
      submitLabel={team === null ? t('Create team') : t('Save')}
      blocker={
        edit.blocker ?? (name.trim() === '' ? t('Enter a name') : list.length === 0 ? t('Enter a prefix') : null)
      }
    >
      <ManagedNote kind="team" name={team?.name ?? null} />
      <Field label={t('Name')} error={form.errorOf('name')}>
        <TextInput
          value={name}
          onChange={(event) => setDraft({ ...draft, name: event.target.value })}
          maxLength={80}
          placeholder={'orders'}
        />
      </Field>
      <Field
        label={t('Prefixes')}
        hint={t('Groups and topics whose names begin with a prefix belong to the team. Separate prefixes with spaces.')}
        error={form.errorOf('prefixes')}
      >
        <TextInput
          value={prefixes}
          onChange={(event) => setDraft({ ...draft, prefixes: event.target.value })}
          placeholder={'orders- billing-'}
        />
      </Field>
      <ConflictPanel {...edit} />
    </FormDialog>
  );
}
