'use client';

import { t } from '@/lib/model/language/t';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import { ActionFailurePart } from '@/components/form/form-failure';
import { useAction } from '@/components/form/use-action';
import { useRefresh } from '@/components/live/use-refresh';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import {
  changeRoleAction,
  endSessionsOfUserAction,
  renewLinkAction,
  resetFactorsAction,
  setDisabledAction,
} from '@/lib/console/actions/users';
import type { UserView } from '@/lib/console/reads/settings';
import type { ActionResult } from '@/lib/model/action-result';
import { AddUserDialog } from './add-user-dialog';
import { ShownOnce } from '@/components/form/shown-once';
import { userColumns } from './user-columns';

interface UserListProps {
  readonly users: readonly UserView[];
  readonly me: string;
}

/** Who may sign in. Every change is made at once and stands in the audit log. */
export function UserList({ users, me }: UserListProps) {
  const refresh = useRefresh();
  const [adding, setAdding] = useState(false);
  const [link, setLink] = useState<{ readonly email: string; readonly url: string } | null>(null);
  const [disabling, setDisabling] = useState<UserView | null>(null);
  const [resetting, setResetting] = useState<UserView | null>(null);
  const [signingOut, setSigningOut] = useState<UserView | null>(null);
  const action = useAction();

  const act = <T,>(work: () => Promise<ActionResult<T>>, onDone?: (data: T) => void) =>
    action.run(work, (data) => {
      onDone?.(data);
      void refresh();
    });
  const showLink = (email: string, path: string) => setLink({ email, url: `${location.origin}${path}` });

  const columns = userColumns({
    me,
    onRole: (user, role) => act(() => changeRoleAction({ operatorId: user.operatorId, role })),
    onNewLink: (user) =>
      act(
        () => renewLinkAction({ operatorId: user.operatorId }),
        (data) => showLink(user.email, data.link),
      ),
    onSignOut: setSigningOut,
    onResetFactors: setResetting,
    onDisable: setDisabling,
    onEnable: (user) => act(() => setDisabledAction({ operatorId: user.operatorId, disabled: false })),
  });

  return (
    <>
      <section className="panel">
        <header>
          <h2>{t('Users')}</h2>
          <span className="small text-3">
            {t('{count, plural, one {# account} other {# accounts}}', { count: users.length })}
          </span>
          <span className="panel-end">
            <Button icon={Plus} variant="primary" onClick={() => setAdding(true)}>
              {t('Add user')}
            </Button>
          </span>
        </header>
        <ActionFailurePart {...action} />
        <DataTable
          label={t('Users')}
          columns={columns}
          rows={users}
          rowId={(user) => String(user.operatorId)}
          rowQuiet={(user) => user.status === 'disabled'}
          empty={null}
        />
      </section>
      {adding ? (
        <AddUserDialog
          onClose={() => setAdding(false)}
          onAdded={(email, path) => {
            setAdding(false);
            showLink(email, path);
            void refresh();
          }}
        />
      ) : null}
      {link === null ? null : (
        <ShownOnce
          title={t('Link for {name}', { name: link.email })}
          secret={link.url}
          note={t('Send this link to the user to set a password. It works once, within 72 hours.')}
          onClose={() => setLink(null)}
        />
      )}
      {signingOut === null ? null : (
        <ConfirmDialog
          open
          onOpenChange={() => setSigningOut(null)}
          title={t('End all sessions of {name}?', { name: signingOut.email })}
          confirmLabel={t('End all sessions')}
          danger
          run={() => endSessionsOfUserAction({ operatorId: signingOut.operatorId })}
          onDone={refresh}
        >
          {t('The user is signed out on all devices and can sign in again.')}
        </ConfirmDialog>
      )}
      {resetting === null ? null : (
        <ConfirmDialog
          open
          onOpenChange={() => setResetting(null)}
          title={t('Reset the second factors of {name}?', { name: resetting.email })}
          confirmLabel={t('Reset and sign out')}
          danger
          run={() => resetFactorsAction({ operatorId: resetting.operatorId })}
          onDone={refresh}
        >
          {t(
            `The authenticator app, passkeys and recovery codes of the user stop working, and all sessions end. Until
            the user sets up new ones, the password alone is enough to sign in. Verify the identity of the person who
            asks for this.`,
          )}
        </ConfirmDialog>
      )}
      {disabling === null ? null : (
        <ConfirmDialog
          open
          onOpenChange={() => setDisabling(null)}
          title={t('Disable {name}?', { name: disabling.email })}
          confirmLabel={t('Disable and sign out')}
          danger
          run={() => setDisabledAction({ operatorId: disabling.operatorId, disabled: true })}
          onDone={refresh}
        >
          {t('All sessions of the user end immediately. The audit log is kept. You can enable the account again.')}
        </ConfirmDialog>
      )}
    </>
  );
}
