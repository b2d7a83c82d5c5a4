import 'server-only';
import { z } from 'zod';
import { readGroupClients, readHeldMessages } from '../../broker';
import { defineRead } from '../http/define-read';
import { databaseNow } from '../http/database-time';
import { known, type Reading, unknown } from '../../model/reading';
import { groupInput } from './group';

export interface GroupClientView {
  readonly client: string;
  readonly node: string;
  readonly kind: 'push' | 'simple';
  readonly language: string;
  readonly version: string;
  /** Host without the port of the connection. */
  readonly host: string;
  readonly accessKey: string | null;
  readonly since: string;
  /** Null: connected, as its node last reported. */
  readonly leftAt: string | null;
  /** Its node has not reported lately: unknown whether it is connected. */
  readonly nodeSilent: boolean;
  readonly holds: number;
  readonly heldSince: string | null;
  readonly received: Reading<number>;
  readonly acked: Reading<number>;
}

export interface GroupClientsView {
  readonly items: readonly GroupClientView[];
  /** Including those beyond `items`. */
  readonly total: number;
  readonly nodes: number;
  /** Consumers that nodes of an older release count without naming them. */
  readonly unnamed: number;
}

export const groupClientsRead = defineRead({
  permission: 'group:read',
  input: groupInput,
  run: async ({ broker, store }, { group }): Promise<GroupClientsView> => {
    const [{ items, total, nodes, unnamed }, asOf] = await Promise.all([
      readGroupClients(broker, group),
      databaseNow(store.console),
    ]);
    const rate = (perS: number | null, nodeSilent: boolean): Reading<number> =>
      nodeSilent
        ? unknown('its node does not report')
        : perS === null
          ? unknown('connected for less than 5 s')
          : known(perS, asOf);
    return {
      total,
      nodes,
      unnamed,
      items: items.map(({ address, since, leftAt, heldSince, seenAt: _seen, receivedPerS, ackedPerS, ...row }) => ({
        ...row,
        host: hostOf(address),
        since: since.toISOString(),
        leftAt: leftAt?.toISOString() ?? null,
        heldSince: heldSince?.toISOString() ?? null,
        received: rate(receivedPerS, row.nodeSilent),
        acked: rate(ackedPerS, row.nodeSilent),
      })),
    };
  },
});

/** "ipv4:10.0.0.1:5000", "10.0.0.1:5000" and "[::1]:5000" are one machine, whatever the port. */
function hostOf(address: string): string {
  return address.replace(/^ipv[46]:/, '').replace(/:\d+$/, '');
}

export interface HeldMessageView {
  readonly messageId: string | null;
  readonly topic: string;
  readonly key: string | null;
  readonly attempt: number;
  readonly since: string;
  readonly leaseEndsAt: string;
}

/** What one client of a group holds. */
export const heldMessagesRead = defineRead({
  permission: 'message:read',
  input: groupInput.extend({ client: z.string().min(1).max(300) }),
  run: async ({ broker }, { group, client }): Promise<readonly HeldMessageView[]> =>
    (await readHeldMessages(broker, group, client)).map(({ keys, since, leaseEndsAt, ...row }) => ({
      ...row,
      key: keys?.[0] ?? null,
      since: since.toISOString(),
      leaseEndsAt: leaseEndsAt.toISOString(),
    })),
});
