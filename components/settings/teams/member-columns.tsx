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

export function memberColumns({ name: team }: TeamView, { onRole, onRemove }: MemberActions): Column<TeamMemberView>[] {
  return [
    {
      id: 'name',
      header: 'Member',
      cell: ({ name, everywhere, unusable }) => (
        <span className="row">
          <b>{name}</b>
          {everywhere === null ? null : <Tag>{everywhere} everywhere</Tag>}
          {unusable === null ? null : <Tag>{unusable}: no rights now</Tag>}
        </span>
      ),
    },
    { id: 'kind', header: 'Kind', hideNarrow: true, cell: ({ kind }) => KIND_WORDS[kind] },
    {
      id: 'role',
      header: 'Role',
      width: '140px',
      cell: (member) =>
        member.refused === null ? (
          <select
            className={styles.roleSelect}
            aria-label={`Role of ${member.name} in ${team}`}
            value={member.role}
            onChange={(event) => {
              const wanted = TEAM_ROLES.find((each) => each === event.target.value);
              if (wanted !== undefined) onRole(member, wanted);
            }}
          >
            {TEAM_ROLES.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        ) : (
          member.role
        ),
    },
    {
      id: 'remove',
      header: <span className="visually-hidden">Actions</span>,
      fixed: true,
      width: '1px',
      cell: (member) => (
        <Button
          size="small"
          aria-label={`Remove ${member.name} from ${team}`}
          disabledReason={member.refused}
          onClick={() => onRemove(member)}
        >
          Remove
        </Button>
      ),
    },
  ];
}
