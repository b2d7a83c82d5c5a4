import 'server-only';
import { getRuntime } from '../../runtime/singleton';

/** This console is for attached clusters alone: REDRIVE_EMBEDDED_BROKER is false. */
export function isAttachOnly(): boolean {
  return !getRuntime().config.servesClients;
}
