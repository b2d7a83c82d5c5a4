import { shortName } from '@/lib/model/group/client-host';
import type { DeliveryProcess } from '@/lib/model/message/timeline';

/** What people call a client; its whole id is on hover. */
export const nameOfClient = shortName;

/** Where a client runs, and as which version: null is not known. Pure. */
export function processOf(
  processes: readonly DeliveryProcess[],
  client: string,
  appVersion: string | null,
): { readonly application: string | null; readonly host: string | null } {
  const known = processes.find((each) => each.client === client);
  const words = [known?.application ?? null, appVersion].filter((part) => part !== null);
  return { application: words.length === 0 ? null : words.join(' '), host: known?.host ?? null };
}
