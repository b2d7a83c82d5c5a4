import type { ReactNode } from 'react';
import { OpenGatewayBanner } from '@/components/access-keys/gateway-notice';
import { LiveProvider } from '@/components/live/live-provider';
import { HasBrokerProvider } from '@/components/parts/has-broker';
import { Shell } from '@/components/shell/shell';
import { signOutAction } from '@/lib/console/actions/sign-out';
import { isAttachOnly } from '@/lib/console/pages/attach-only';
import { isGatewayOpenToOthers } from '@/lib/console/pages/open-gateway';
import { reads } from '@/lib/console/reads/registry';
import { requirePrincipalOrUnknown } from '@/lib/console/http/session';
import { VERSION } from '@/lib/model/version';

/** The signed-in shell. Each page still calls requirePermission itself: layouts are not re-run on every navigation. */
export default async function ConsoleLayout({ children }: { readonly children: ReactNode }) {
  const principal = await requirePrincipalOrUnknown();
  return (
    <LiveProvider>
      <HasBrokerProvider value={!isAttachOnly()}>
        <Shell
          person={principal === null ? null : { name: principal.name, role: principal.role }}
          signOut={signOutAction}
          version={VERSION}
          workspaces={principal === null ? null : await reads.workspaces.load({}).catch(() => null)}
        >
          {principal !== null && isGatewayOpenToOthers() ? <OpenGatewayBanner /> : null}
          {children}
        </Shell>
      </HasBrokerProvider>
    </LiveProvider>
  );
}
