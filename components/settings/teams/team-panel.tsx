'use client';

import { Plus } from 'lucide-react';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { ActionFailurePart } from '@/components/form/form-failure';
import { useAction } from '@/components/form/use-action';
import { useRefresh } from '@/components/live/use-refresh';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { OverflowMenu } from '@/components/ui/overflow-menu';
import { Tag } from '@/components/ui/tag';
import { removeTeamMemberAction, setTeamMemberAction } from '@/lib/console/actions/teams';
import type { TeamMemberView, TeamView } from '@/lib/console/reads/teams';
import { TEAM_ROLES } from '@/lib/model/team';
import styles from '../settings.module.css';
import { KIND_WORDS } from './member-kinds';

interface TeamPanelProps {
  readonly team: TeamView;
  readonly onEdit: () => void;
  readonly onAdd: () => void;
  readonly onDelete: () => void;
}

type Action = Parameters<ReturnType<typeof useAction>['run']>[0];

function memberColumns(team: TeamView, run: (change: Action) => void): Column<TeamMemberView>[] {
  return [
    {
      id: 'name',
      header: 'Member',
      cell: ({ name, everywhere }) => (
        <span className="row">
          <b>{name}</b>
          {everywhere === null ? null : <Tag>{everywhere} everywhere</Tag>}
        </span>
      ),
    },
    { id: 'kind', header: 'Kind', hideNarrow: true, cell: ({ kind }) => KIND_WORDS[kind] },
    {
      id: 'role',
      header: 'Role',
      width: '140px',
      cell: ({ kind, name, role }) => (
        <select
          className={styles.roleSelect}
          aria-label={`Role of ${name} in ${team.name}`}
          value={role}
          onChange={(event) => {
            const wanted = TEAM_ROLES.find((each) => each === event.target.value);
            if (wanted !== undefined) run(() => setTeamMemberAction({ teamId: team.teamId, kind, name, role: wanted }));
          }}
        >
          {TEAM_ROLES.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      ),
    },
    {
      id: 'remove',
      header: <span className="visually-hidden">Actions</span>,
      fixed: true,
      width: '1px',
      cell: ({ memberId, name }) => (
        <Button
          size="small"
          aria-label={`Remove ${name}`}
          onClick={() => run(() => removeTeamMemberAction({ memberId }))}
        >
          Remove
        </Button>
      ),
    },
  ];
}

/** One team: what it is about, and who is in it. */
export function TeamPanel({ team, onEdit, onAdd, onDelete }: TeamPanelProps) {
  const refresh = useRefresh();
  const action = useAction();
  const done = () => void refresh();
  const columns = memberColumns(team, (change) => action.run(change, done));
  return (
    <section className="panel" aria-label={`Team ${team.name}`}>
      <header>
        <h3>{team.name}</h3>
        {team.prefixes.map((prefix) => (
          <Tag key={prefix}>{prefix}*</Tag>
        ))}
        <span className="panel-end row row-tight">
          <Button icon={Plus} size="small" onClick={onAdd}>
            Add member
          </Button>
          <OverflowMenu
            label={`Actions for ${team.name}`}
            entries={[
              { label: 'Name and prefixes…', onSelect: onEdit },
              { label: 'Delete…', danger: true, onSelect: onDelete },
            ]}
          />
        </span>
      </header>
      <ActionFailurePart {...action} />
      <DataTable
        label={`Members of ${team.name}`}
        columns={columns}
        rows={team.members}
        rowId={({ memberId }) => String(memberId)}
        empty={<EmptyState kind="none-ever">It has no members yet, so it gives no rights.</EmptyState>}
      />
    </section>
  );
}
