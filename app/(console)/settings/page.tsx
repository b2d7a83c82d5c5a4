import type { Metadata } from 'next';
import { MyAccount } from '@/components/settings/my-account';
import { permissions, permissionsOf } from '@/lib/auth/permission';
import { changePasswordAction, endOtherSessionsAction, endSessionAction } from '@/lib/console/actions/own-account';
import { ownFactorsNow, sessionsNow } from '@/lib/console/reads/settings';
import { requirePermission } from '@/lib/console/http/session';

export const metadata: Metadata = { title: 'My account' };

export default async function AccountPage() {
  const principal = await requirePermission('account:use');
  const sessions = principal.operatorId === null ? [] : await sessionsNow(principal.operatorId);
  const factors = principal.operatorId === null ? null : await ownFactorsNow(principal.operatorId);
  const held = new Set(permissionsOf(principal));
  return (
    <MyAccount
      name={principal.name}
      role={principal.role}
      permissions={permissions.map((permission) => ({ name: permission, held: held.has(permission) }))}
      sessions={sessions}
      currentSessionId={principal.sessionId}
      endSession={endSessionAction}
      endOthers={endOtherSessionsAction}
      changePassword={changePasswordAction}
      factors={factors}
    />
  );
}
