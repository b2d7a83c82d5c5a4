import type { Column } from '@/components/data-table/columns';
import { OverflowMenu } from '@/components/ui/overflow-menu';
import { Tag } from '@/components/ui/tag';
import { Time } from '@/components/ui/time';
import type { Role } from '@/lib/auth/permission';
import type { UserView } from '@/lib/console/reads/settings';
import styles from './settings.module.css';

interface UserActions {
  readonly me: string;
  readonly onRole: (user: UserView, role: Role) => void;
  readonly onNewLink: (user: UserView) => void;
  readonly onSignOut: (user: UserView) => void;
  readonly onResetFactors: (user: UserView) => void;
  readonly onDisable: (user: UserView) => void;
  readonly onEnable: (user: UserView) => void;
}

const roles: readonly Role[] = ['member', 'viewer', 'operator', 'admin'];

export function userColumns({
  me,
  onRole,
  onNewLink,
  onSignOut,
  onResetFactors,
  onDisable,
  onEnable,
}: UserActions): Column<UserView>[] {
  return [
    {
      id: 'email',
      header: 'E-mail address',
      cell: (user) => (
        <span className="row">
          <b>{user.email}</b>
          {user.email === me ? <Tag>you</Tag> : null}
          {user.status === 'active' ? null : <Tag>{user.status === 'invited' ? 'no password yet' : 'disabled'}</Tag>}
        </span>
      ),
    },
    {
      id: 'role',
      header: 'Role',
      width: '140px',
      cell: (user) => (
        <select
          className={styles.roleSelect}
          aria-label={`Role of ${user.email}`}
          value={user.role}
          onChange={(event) => {
            const role = roles.find((candidate) => candidate === event.target.value);
            if (role !== undefined) onRole(user, role);
          }}
        >
          {roles.map((role) => (
            <option key={role}>{role}</option>
          ))}
        </select>
      ),
    },
    {
      id: 'factors',
      header: 'Signs in with',
      hideNarrow: true,
      cell: ({ ways }) =>
        ways.length === 0 ? <span className="text-3">nothing yet</span> : <span>{ways.join(', ')}</span>,
    },
    {
      id: 'last',
      header: 'Last sign-in',
      hideNarrow: true,
      cell: (user) =>
        user.lastSignInAt === null ? (
          <span className="text-3">never</span>
        ) : (
          <Time at={user.lastSignInAt} withRelative />
        ),
    },
    { id: 'created', header: 'Added', hideNarrow: true, cell: (user) => <Time at={user.createdAt} style="day" /> },
    {
      id: 'menu',
      header: <span className="visually-hidden">Actions</span>,
      fixed: true,
      width: '1px',
      cell: (user) => (
        <OverflowMenu
          label={`Actions for ${user.email}`}
          entries={[
            {
              label: 'New password link',
              onSelect: () => onNewLink(user),
              disabledReason: user.status === 'disabled' ? 'the account is disabled' : null,
            },
            {
              label: 'End all sessions…',
              onSelect: () => onSignOut(user),
              disabledReason: user.email === me ? 'this is you; see My account' : null,
            },
            {
              label: 'Reset second factors…',
              danger: true,
              onSelect: () => onResetFactors(user),
              disabledReason: user.hasSecondFactor ? null : 'there is none',
            },
            user.status === 'disabled'
              ? { label: 'Enable', onSelect: () => onEnable(user) }
              : {
                  label: 'Disable…',
                  danger: true,
                  onSelect: () => onDisable(user),
                  disabledReason: user.email === me ? 'this is you' : null,
                },
          ]}
        />
      ),
    },
  ];
}
