'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useRefresh } from '@/components/live/use-refresh';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { plural } from '@/components/ui/number.model';
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
          <h2>Teams</h2>
          <span className="small text-3">{plural(teams.length, 'team')}</span>
          {mayManage ? (
            <span className="panel-end">
              <Button icon={Plus} variant="primary" onClick={() => setOpen({ kind: 'team', team: null })}>
                Create team
              </Button>
            </span>
          ) : null}
        </header>
        {teams.length === 0 ? (
          <EmptyState kind="none-ever">
            A team gives people, tokens and groups of your OpenID provider a role for the groups and topics whose names
            begin with its prefixes. A person with the role member sees nothing else.
          </EmptyState>
        ) : null}
      </section>
      {teams.map((team) => (
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
          title={`Remove ${open.member.name}?`}
          confirmLabel={`Remove from ${open.team.name}`}
          danger
          run={() => removeTeamMemberAction({ id: String(open.team.teamId), memberId: String(open.member.memberId) })}
          onDone={refresh}
        >
          The rights from the team {open.team.name} end with the next request.
        </ConfirmDialog>
      ) : null}
      {open?.kind === 'delete' ? (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={`Delete ${open.team.name}?`}
          confirmLabel={`Delete ${open.team.name}`}
          danger
          run={({ override }) => deleteTeamAction({ id: String(open.team.teamId), override })}
          onDone={refresh}
        >
          {membersLose(open.team.members?.length ?? 0)} Groups, topics and messages stay as they are.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
