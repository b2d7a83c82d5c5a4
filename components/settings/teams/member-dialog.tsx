'use client';

import { msg, t } from '@/lib/model/language/t';
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
  person: msg('E-mail address'),
  token: msg('Token name'),
  'oidc-group': msg('Group name at the OpenID provider'),
};

const ALLOWS: Readonly<Record<TeamRole, string>> = {
  viewer: msg('Can see the groups and topics of the team, but no message bodies.'),
  operator: msg('Can also read message bodies, re-drive, change retries and groups, and acknowledge alarms.'),
  owner: msg('Can also create and delete topics, discard dead letters, and add and remove members of the team.'),
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
      title={t('Add a member to {team}', { team: team.name })}
      onClose={onClose}
      form={form}
      submitLabel={t('Add member')}
      blocker={name.trim() === '' ? t('Enter a member') : null}
    >
      {peopleOnly ? null : (
        <Field label={t('Kind')}>
          <Select
            value={kind}
            onChange={(event) => setKind(MEMBER_KINDS.find((each) => each === event.target.value) ?? 'person')}
          >
            {MEMBER_KINDS.map((each) => (
              <option key={each} value={each}>
                {t(KIND_WORDS[each])}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field label={t(NAMES[kind])} error={form.errorOf('name')}>
        <TextInput autoComplete="off" value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <div className="col">
        <Segmented
          label={t('Role')}
          options={[
            { value: 'viewer', label: t('Viewer') },
            { value: 'operator', label: t('Operator') },
            { value: 'owner', label: t('Team owner') },
          ]}
          value={role}
          onChange={setRole}
        />
        <p className="small text-3">{t(ALLOWS[role])}</p>
      </div>
    </FormDialog>
  );
}
