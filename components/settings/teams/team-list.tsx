'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useRefresh } from '@/components/live/use-refresh';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { plural } from '@/components/ui/number.model';
import { deleteTeamAction } from '@/lib/console/actions/teams';
import type { TeamView } from '@/lib/console/reads/teams';
import { MemberDialog } from './member-dialog';
import { TeamDialog } from './team-dialog';
import { TeamPanel } from './team-panel';

type Open =
  | { readonly kind: 'team'; readonly team: TeamView | null }
  | { readonly kind: 'member'; readonly team: TeamView }
  | { readonly kind: 'delete'; readonly team: TeamView };

/** Who may do what with which groups and topics. Every change is made at once and stands in the audit log. */
export function TeamList({ teams }: { readonly teams: readonly TeamView[] }) {
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
          <span className="panel-end">
            <Button icon={Plus} variant="primary" onClick={() => setOpen({ kind: 'team', team: null })}>
              Create team
            </Button>
          </span>
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
          onEdit={() => setOpen({ kind: 'team', team })}
          onAdd={() => setOpen({ kind: 'member', team })}
          onDelete={() => setOpen({ kind: 'delete', team })}
        />
      ))}
      {open?.kind === 'team' ? <TeamDialog team={open.team} onClose={close} onDone={done} /> : null}
      {open?.kind === 'member' ? <MemberDialog team={open.team} onClose={close} onDone={done} /> : null}
      {open?.kind === 'delete' ? (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={`Delete ${open.team.name}?`}
          confirmLabel={`Delete ${open.team.name}`}
          danger
          run={() => deleteTeamAction({ teamId: open.team.teamId })}
          onDone={refresh}
        >
          Its {plural(open.team.members.length, 'member')} lose what it gave them with their next request. Groups,
          topics and messages stay as they are.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
