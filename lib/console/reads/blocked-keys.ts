import 'server-only';
import { z } from 'zod';
import { reasonAgainst } from '../../auth/permission';
import { type BlockedKeys, findGroup, type LaneMessage, listBlockedKeys, readKeyLane } from '../../broker';
import { defineRead } from '../http/define-read';
import { toGroupView } from '../../engine';
import { plain } from '../../model/plain';
import type { GroupView } from '../operations/groups/views';

export type { BlockedKey as BlockedKeyView } from '../../broker';

export interface BlockedKeysPage extends BlockedKeys {
  /** Null: of every group. */
  readonly group: GroupView | null;
  /** Why the actions are off; null: allowed. */
  readonly notAllowed: string | null;
}

const PAGE = 200;

export const blockedKeysRead = defineRead({
  permission: 'group:read',
  subject: { group: ({ group }) => group },
  input: z.strictObject({ group: z.string().max(200).optional() }),
  run: async ({ broker, principal }, { group: name }): Promise<BlockedKeysPage> => {
    const group = name === undefined ? null : await findGroup(broker, name);
    return {
      ...(await listBlockedKeys(broker, { group: name, limit: PAGE })),
      group: group === null ? null : plain(toGroupView(group)),
      notAllowed: reasonAgainst(principal, 'retry:change'),
    };
  },
});

/** So many of the messages behind a head are shown one by one. */
const LANE = 3;

/** The first messages behind the head of one key. */
export const keyLaneRead = defineRead({
  permission: 'group:read',
  subject: { group: ({ group }) => group },
  input: z.strictObject({
    group: z.string().max(200),
    topic: z.string().max(200),
    queueNo: z.coerce.number().int().nonnegative(),
    key: z.string().max(200),
    after: z.coerce.number().int().min(-1),
  }),
  run: ({ broker }, input): Promise<LaneMessage[]> => readKeyLane(broker, { ...input, limit: LANE }),
});
