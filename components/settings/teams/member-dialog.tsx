'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { Select, TextInput } from '@/components/form/inputs';
import { useActionForm } from '@/components/form/use-action-form';
import { Segmented } from '@/components/ui/segmented';
import { addTeamMemberAction } from '@/lib/console/actions/teams';
import type { TeamView } from '@/lib/console/reads/settings';
import { MEMBER_KINDS, type MemberKind, type TeamRole } from '@/lib/model/access/team';
import { KIND_WORDS } from './member-kinds';

interface MemberDialogProps {
  readonly team: TeamView;
  /** Owners of the team add people; tokens and groups of the provider are for administrators. */
  readonly peopleOnly: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const NAMES: Readonly<Record<MemberKind, string>> = {
  person: 'E-mail address',
  token: 'Name of the token',
  'oidc-group': 'Group, as the provider names it',
};

const WHAT: Readonly<Record<TeamRole, string>> = {
  viewer: 'Sees them, but no message bodies.',
  operator: 'Also reads bodies, re-drives, changes retries and groups, and acknowledges alarms.',
  owner: 'Also creates and deletes topics, discards dead letters, and adds and removes people of the team.',
};

export function MemberDialog({ team, peopleOnly, onClose, onDone }: MemberDialogProps) {
  const [kind, setKind] = useState<MemberKind>('person');
  const [name, setName] = useState('');
  const [role, setRole] = useState<TeamRole>('operator');
  const form = useActionForm(
    { action: addTeamMemberAction, input: () => ({ id: String(team.teamId), kind, name, role }), onDone },
    ['name'],
  );
  return (
    <FormDialog
      title={`Add a member to ${team.name}`}
      onClose={onClose}
      form={form}
      submitLabel="Add member"
      blocker={name.trim() === '' ? 'Enter who it is' : null}
    >
      {peopleOnly ? null : (
        <Field label="Kind">
          <Select
            value={kind}
            onChange={(event) => setKind(MEMBER_KINDS.find((each) => each === event.target.value) ?? 'person')}
          >
            {MEMBER_KINDS.map((each) => (
              <option key={each} value={each}>
                {KIND_WORDS[each]}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field label={NAMES[kind]} error={form.errorOf('name')}>
        <TextInput autoComplete="off" value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <div className="col">
        <Segmented
          label="Role"
          options={[
            { value: 'viewer', label: 'Viewer' },
            { value: 'operator', label: 'Operator' },
            { value: 'owner', label: 'Owner' },
          ]}
          value={role}
          onChange={setRole}
        />
        <p className="small text-3">{WHAT[role]}</p>
      </div>
    </FormDialog>
  );
}
