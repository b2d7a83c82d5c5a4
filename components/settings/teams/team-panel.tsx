'use client';

import { ROLE_NAMES } from '@/components/parts/role-names';
import { t } from '@/lib/model/language/t';
import { Plus } from 'lucide-react';
import { DataTable } from '@/components/data-table/data-table';
import { ActionFailurePart } from '@/components/form/form-failure';
import { useAction } from '@/components/form/use-action';
import { useRefresh } from '@/components/live/use-refresh';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { OverflowMenu } from '@/components/ui/overflow-menu';
import { Tag } from '@/components/ui/tag';
import { changeTeamMemberAction } from '@/lib/console/actions/teams';
import type { TeamMemberView, TeamView } from '@/lib/console/reads/settings';
import styles from '../settings.module.css';
import { memberColumns } from './member-columns';

interface TeamPanelProps {
  readonly team: TeamView;
  /** The person may say what teams are about, and delete them. */
  readonly mayManage: boolean;
  readonly onEdit: () => void;
  readonly onAdd: () => void;
  readonly onRemove: (member: TeamMemberView) => void;
  readonly onDelete: () => void;
}

/** One team: what it is about, and who is in it. */
export function TeamPanel({ team, mayManage, onEdit, onAdd, onRemove, onDelete }: TeamPanelProps) {
  const refresh = useRefresh();
  const action = useAction();
  const { teamId, members } = team;
  const columns = memberColumns(team, {
    onRole: ({ memberId }, role) =>
      action.run(
        () => changeTeamMemberAction({ id: String(teamId), memberId: String(memberId), role }),
        () => void refresh(),
      ),
    onRemove,
  });
  return (
    <section className="panel" aria-label={t('Team {name}', { name: team.name })}>
      <header>
        <h3 className={styles.teamName}>{team.name}</h3>
        {team.prefixes.map((prefix) => (
          <Tag key={prefix}>{prefix}*</Tag>
        ))}
        {team.role === null ? null : (
          <span className="small text-3">
            {t('Your role: {role}', { role: t(ROLE_NAMES[team.role] ?? team.role) })}
          </span>
        )}
        {members === null ? null : (
          <span className="panel-end row row-tight">
            <Button
              icon={Plus}
              size="small"
              onClick={onAdd}
              aria-label={t('Add a member to {team}', { team: team.name })}
            >
              {t('Add member')}
            </Button>
            {mayManage ? (
              <OverflowMenu
                label={t('Actions for {name}', { name: team.name })}
                entries={[
                  { label: t('Name and prefixes…'), onSelect: onEdit },
                  { label: t('Delete…'), danger: true, onSelect: onDelete },
                ]}
              />
            ) : null}
          </span>
        )}
      </header>
      <ActionFailurePart {...action} />
      {members === null ? (
        <p className="panel-body small text-3">
          {t('Owners of the team and administrators can see and change its members.')}
        </p>
      ) : (
        <DataTable
          label={t('Members of {team}', { team: team.name })}
          columns={columns}
          rows={members}
          rowId={({ memberId }) => String(memberId)}
          empty={<EmptyState kind="none-ever">{t('No members yet.')}</EmptyState>}
        />
      )}
    </section>
  );
}
