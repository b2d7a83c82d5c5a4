import type { ReactNode } from 'react';
import { OpenGatewayBanner } from '@/components/access-keys/gateway-notice';
import { LiveProvider } from '@/components/live/live-provider';
import { Shell } from '@/components/shell/shell';
import { signOutAction } from '@/lib/console/actions/sign-out';
import { isGatewayOpenToOthers } from '@/lib/console/open-gateway';
import { requirePrincipal } from '@/lib/console/session';

/** The signed-in shell. Each page still calls requirePermission itself: layouts are not re-run on every navigation. */
export default async function ConsoleLayout({ children }: { readonly children: ReactNode }) {
  const principal = await requirePrincipal();
  return (
    <LiveProvider>
      <Shell person={{ name: principal.name, role: principal.role }} signOut={signOutAction}>
        {isGatewayOpenToOthers() ? <OpenGatewayBanner /> : null}
        {children}
      </Shell>
    </LiveProvider>
  );
}
