'use client';

import { sentences } from '@/lib/model/language/list';
import { byName } from '@/lib/model/language/names';
import { t } from '@/lib/model/language/t';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useRefresh } from '@/components/live/use-refresh';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { deleteTeamAction, removeTeamMemberAction } from '@/lib/console/actions/teams';
import type { TeamMemberView, TeamView } from '@/lib/console/reads/settings';
import { MemberDialog } from './member-dialog';
import { membersLose } from './team.model';
import { TeamDialog } from './team-dialog';
import { TeamPanel } from './team-panel';

interface TeamListProps {
  readonly teams: readonly TeamView[];
  /** The person may make teams, and say what they are about. */
  readonly mayManage: boolean;
}

type Open =
  | { readonly kind: 'team'; readonly team: TeamView | null }
  | { readonly kind: 'member'; readonly team: TeamView }
  | { readonly kind: 'remove'; readonly team: TeamView; readonly member: TeamMemberView }
  | { readonly kind: 'delete'; readonly team: TeamView };

/** Who may do what with which groups and topics. Every change is made at once and stands in the audit log. */
export function TeamList({ teams, mayManage }: TeamListProps) {
  const refresh = useRefresh();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const done = () => {
    close();
    void refresh();
  };
  return (
    <>
      <section className="panel">
        <header>
          <h2>{t('Teams')}</h2>
          <span className="small text-3">
            {t('{count, plural, one {# team} other {# teams}}', { count: teams.length })}
          </span>
          {mayManage ? (
            <span className="panel-end">
              <Button icon={Plus} variant="primary" onClick={() => setOpen({ kind: 'team', team: null })}>
                {t('Create team')}
              </Button>
            </span>
          ) : null}
        </header>
        {teams.length === 0 ? (
          <EmptyState kind="none-ever">
            {t(
              `A team gives users, API tokens and groups of your OpenID provider a role for all groups and topics whose
              names begin with its prefixes. Users with the role “member” see nothing else.`,
            )}
          </EmptyState>
        ) : null}
      </section>
      {teams.toSorted(byName).map((team) => (
        <TeamPanel
          key={team.teamId}
          team={team}
          mayManage={mayManage}
          onEdit={() => setOpen({ kind: 'team', team })}
          onAdd={() => setOpen({ kind: 'member', team })}
          onRemove={(member) => setOpen({ kind: 'remove', team, member })}
          onDelete={() => setOpen({ kind: 'delete', team })}
        />
      ))}
      {open?.kind === 'team' ? (
        <TeamDialog
          team={open.team}
          current={teams.find(({ teamId }) => teamId === open.team?.teamId) ?? null}
          reload={refresh}
          onClose={close}
          onDone={done}
        />
      ) : null}
      {open?.kind === 'member' ? (
        <MemberDialog team={open.team} peopleOnly={!mayManage} onClose={close} onDone={done} />
      ) : null}
      {open?.kind === 'remove' ? (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={t('Remove {name}?', { name: open.member.name })}
          confirmLabel={t('Remove from {team}', { team: open.team.name })}
          danger
          run={() => removeTeamMemberAction({ id: String(open.team.teamId), memberId: String(open.member.memberId) })}
          onDone={refresh}
        >
          {t('The rights granted by the team {team} end with the next request.', { team: open.team.name })}
        </ConfirmDialog>
      ) : null}
      {open?.kind === 'delete' ? (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={t('Delete {name}?', { name: open.team.name })}
          confirmLabel={t('Delete {name}', { name: open.team.name })}
          danger
          run={({ override }) => deleteTeamAction({ id: String(open.team.teamId), override })}
          onDone={refresh}
        >
          {sentences(membersLose(open.team.members?.length ?? 0), t('Groups, topics and messages are not changed.'))}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
