import { ROLE_NAMES } from '@/components/parts/role-names';
import { msg, t } from '@/lib/model/language/t';
import type { Column } from '@/components/data-table/columns';
import { Button } from '@/components/ui/button';
import { Tag } from '@/components/ui/tag';
import type { TeamMemberView, TeamView } from '@/lib/console/reads/settings';
import { TEAM_ROLES, type TeamRole } from '@/lib/model/access/team';
import styles from '../settings.module.css';
import { KIND_WORDS } from './member-kinds';

interface MemberActions {
  readonly onRole: (member: TeamMemberView, role: TeamRole) => void;
  readonly onRemove: (member: TeamMemberView) => void;
}

const UNUSABLE: Readonly<Record<NonNullable<TeamMemberView['unusable']>, string>> = {
  disabled: msg('disabled'),
  revoked: msg('revoked'),
  expired: msg('expired'),
};

export function memberColumns({ name: team }: TeamView, { onRole, onRemove }: MemberActions): Column<TeamMemberView>[] {
  return [
    {
      id: 'name',
      header: t('Member'),
      cell: ({ name, everywhere, unusable }) => (
        <span className="row">
          <b>{name}</b>
          {everywhere === null ? null : (
            <Tag>{t('{role} everywhere', { role: t(ROLE_NAMES[everywhere] ?? everywhere) })}</Tag>
          )}
          {unusable === null ? null : <Tag>{t('{state}: no rights', { state: t(UNUSABLE[unusable]) })}</Tag>}
        </span>
      ),
    },
    { id: 'kind', header: t('Kind'), hideNarrow: true, cell: ({ kind }) => t(KIND_WORDS[kind]) },
    {
      id: 'role',
      header: t('Role'),
      width: '140px',
      cell: (member) =>
        member.refused === null ? (
          <select
            className={styles.roleSelect}
            aria-label={t('Role of {name} in {team}', { name: member.name, team })}
            value={member.role}
            onChange={(event) => {
              const wanted = TEAM_ROLES.find((each) => each === event.target.value);
              if (wanted !== undefined) onRole(member, wanted);
            }}
          >
            {TEAM_ROLES.map((each) => (
              <option key={each} value={each}>
                {t(ROLE_NAMES[each] ?? each)}
              </option>
            ))}
          </select>
        ) : (
          t(ROLE_NAMES[member.role] ?? member.role)
        ),
    },
    {
      id: 'remove',
      header: <span className="visually-hidden">{t('Actions')}</span>,
      fixed: true,
      width: '1px',
      cell: (member) => (
        <Button
          size="small"
          aria-label={t('Remove {name} from {team}', { name: member.name, team })}
          disabledReason={member.refused}
          onClick={() => onRemove(member)}
        >
          {t('Remove')}
        </Button>
      ),
    },
  ];
}
