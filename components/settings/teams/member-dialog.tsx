'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { Select, TextInput } from '@/components/form/inputs';
import { useActionForm } from '@/components/form/use-action-form';
import { Segmented } from '@/components/ui/segmented';
import { setTeamMemberAction } from '@/lib/console/actions/teams';
import type { TeamMemberView, TeamView } from '@/lib/console/reads/teams';
import type { TeamRole } from '@/lib/model/team';
import { KIND_WORDS } from './member-kinds';

interface MemberDialogProps {
  readonly team: TeamView;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const MEMBER_KINDS = ['person', 'token', 'oidc-group'] as const satisfies readonly TeamMemberView['kind'][];

const NAMES: Readonly<Record<TeamMemberView['kind'], string>> = {
  person: 'E-mail address',
  token: 'Name of the token',
  'oidc-group': 'Group, as the provider names it',
};

const WHAT: Readonly<Record<TeamRole, string>> = {
  viewer: 'Sees them, but no message bodies.',
  operator: 'Also reads bodies, re-drives, changes retries and groups, and acknowledges alarms.',
  owner: 'Also creates and deletes topics, and discards dead letters.',
};

export function MemberDialog({ team, onClose, onDone }: MemberDialogProps) {
  const [kind, setKind] = useState<TeamMemberView['kind']>('person');
  const [name, setName] = useState('');
  const [role, setRole] = useState<TeamRole>('operator');
  const form = useActionForm(
    { action: setTeamMemberAction, input: () => ({ teamId: team.teamId, kind, name, role }), onDone },
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
