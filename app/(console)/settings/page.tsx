import { Spoken } from '@/components/language/spoken';
import { MyAccount } from '@/components/settings/my-account';
import { roleWords } from '@/lib/auth/role-words';
import { permissions, permissionsOf } from '@/lib/auth/permission';
import { ownFactorsNow, sessionsNow } from '@/lib/console/reads/settings';
import { speechFor, titled } from '@/lib/console/pages/language';
import { requirePermission } from '@/lib/console/http/session';

export const generateMetadata = titled('My account');

export default async function AccountPage() {
  const principal = await requirePermission('account:use');
  const sessions = principal.operatorId === null ? [] : await sessionsNow(principal.operatorId);
  const factors = principal.operatorId === null ? null : await ownFactorsNow(principal.operatorId);
  const held = new Set(permissionsOf(principal));
  return (
    <Spoken speech={await speechFor(['settings'])}>
      <MyAccount
        name={principal.name}
        role={principal.role}
        words={roleWords(principal)}
        permissions={permissions.map((permission) => ({ name: permission, held: held.has(permission) }))}
        sessions={sessions}
        currentSessionId={principal.sessionId}
        factors={factors}
        language={principal.language ?? null}
      />
    </Spoken>
  );
}
