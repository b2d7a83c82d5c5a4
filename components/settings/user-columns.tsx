import { enumerated } from '@/lib/model/language/list';
import { ROLE_NAMES } from '@/components/parts/role-names';
import { t } from '@/lib/model/language/t';
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
      header: t('E-mail address'),
      cell: (user) => (
        <span className="row">
          <b>{user.email}</b>
          {user.email === me ? <Tag>{t('you')}</Tag> : null}
          {user.status === 'active' ? null : (
            <Tag>{user.status === 'invited' ? t('no password yet') : t('disabled')}</Tag>
          )}
        </span>
      ),
    },
    {
      id: 'role',
      header: t('Role'),
      width: '140px',
      cell: (user) => (
        <select
          className={styles.roleSelect}
          aria-label={t('Role of {name}', { name: user.email })}
          value={user.role}
          onChange={(event) => {
            const role = roles.find((candidate) => candidate === event.target.value);
            if (role !== undefined) onRole(user, role);
          }}
        >
          {roles.map((role) => (
            <option key={role} value={role}>
              {t(ROLE_NAMES[role] ?? role)}
            </option>
          ))}
        </select>
      ),
    },
    {
      id: 'factors',
      header: t('Sign-in methods'),
      hideNarrow: true,
      cell: ({ ways }) =>
        ways.length === 0 ? <span className="text-3">{t('nothing yet')}</span> : <span>{enumerated(ways)}</span>,
    },
    {
      id: 'last',
      header: t('Last sign-in'),
      hideNarrow: true,
      cell: (user) =>
        user.lastSignInAt === null ? (
          <span className="text-3">{t('never')}</span>
        ) : (
          <Time at={user.lastSignInAt} withRelative />
        ),
    },
    { id: 'created', header: t('Added'), hideNarrow: true, cell: (user) => <Time at={user.createdAt} style="day" /> },
    {
      id: 'menu',
      header: <span className="visually-hidden">{t('Actions')}</span>,
      fixed: true,
      width: '1px',
      cell: (user) => (
        <OverflowMenu
          label={t('Actions for {name}', { name: user.email })}
          entries={[
            {
              label: t('New password link'),
              onSelect: () => onNewLink(user),
              disabledReason: user.status === 'disabled' ? t('The account is disabled') : null,
            },
            {
              label: t('End all sessions…'),
              onSelect: () => onSignOut(user),
              disabledReason: user.email === me ? t('This is your own account: use My account') : null,
            },
            {
              label: t('Reset second factors…'),
              danger: true,
              onSelect: () => onResetFactors(user),
              disabledReason: user.hasSecondFactor ? null : t('The user has no second factor'),
            },
            user.status === 'disabled'
              ? { label: t('Enable'), onSelect: () => onEnable(user) }
              : {
                  label: t('Disable…'),
                  danger: true,
                  onSelect: () => onDisable(user),
                  disabledReason: user.email === me ? t('This is your own account') : null,
                },
          ]}
        />
      ),
    },
  ];
}
