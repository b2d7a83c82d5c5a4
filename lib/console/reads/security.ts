import 'server-only';
import { getRuntime } from '../../runtime/singleton';
import { type OwnPower, ownPower } from '../../store/queries/health/own-power';

/** How this installation is set up, as far as it protects itself. No secret is among it. */
export interface SecurityView {
  /** Of the console's connections. */
  readonly database: OwnPower;
  readonly isEmbedded: boolean;
  readonly hasSecretKey: boolean;
  readonly sendsAnchors: boolean;
  readonly requiresAccessKeys: boolean;
  readonly isLoopback: boolean;
}

/** The caller has required the permission. */
export async function readSecurity(): Promise<SecurityView> {
  const { store, config } = getRuntime();
  return {
    database: await ownPower(store.console),
    isEmbedded: config.isEmbedded,
    hasSecretKey: config.secretKey !== undefined,
    sendsAnchors: config.auditAnchorUrl !== undefined,
    requiresAccessKeys: config.requireAccessKeys,
    isLoopback: config.loopback,
  };
}
