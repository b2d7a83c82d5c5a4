import 'server-only';
import { z } from 'zod';
import { can } from '../../auth/permission';
import { type BrokerContext, findSetting } from '../../broker';
import { expiryOf, keepMsOf } from '../../model/dead-letter-retention';
import { userProperties } from '../../model/message';
import type { TraceLink } from '../../model/trace-link';
import { letterCopies, type LetterCopyRow } from '../../store/queries/cluster/letter-copies';
import { defineRead } from '../http/define-read';
import { shownProperties } from '../http/shown-parts';
import { type PlaceView, traceUrlOf } from './message';

type Kept = Omit<LetterCopyRow, 'bornAt' | 'deadAt' | 'keptUntil' | 'heldAt' | 'acceptedAt' | 'properties' | 'keys'>;

/** A dead letter of a cluster, as it is kept here. */
export interface LetterView extends Kept {
  /** As the panels of any message show it. */
  readonly place: PlaceView;
  /** What brokers and clients noted beside the application’s own properties. */
  readonly system: readonly (readonly [string, string])[];
  readonly deadAt: string;
  readonly expiresAt: string | null;
  readonly heldAt: string | null;
  readonly acceptedAt: string | null;
}

export interface LettersOfMessage {
  readonly messageId: string;
  /** Newest first: one for each group, broker and death. */
  readonly letters: readonly LetterView[];
  /** Null: may read the body. */
  readonly bodyNotAllowed: string | null;
}

/** Every dead letter of one message id in a cluster. */
export const letterRead = defineRead({
  permission: 'message:read',
  subject: 'system',
  input: z.strictObject({ id: z.string().min(1).max(255) }),
  runInCluster: async ({ broker, store, principal, engine }, { id }): Promise<LettersOfMessage> => {
    const [rows, retention, link] = await Promise.all([
      letterCopies(store.console, engine.clusterId, id),
      findSetting(broker, 'dead-letter-retention'),
      findSetting(broker, 'trace-link'),
    ]);
    const keepMs = keepMsOf(retention.value);
    return {
      messageId: id,
      letters: rows.map((row) => toLetterView(broker, row, keepMs, link.value)),
      bodyNotAllowed: can(principal, 'message:read-body')
        ? null
        : `You may not read bodies: that needs message:read-body; you are signed in as ${principal.role}.`,
    };
  },
});

function toLetterView(
  broker: Pick<BrokerContext, 'masks'>,
  row: LetterCopyRow,
  keepMs: number | null,
  link: TraceLink,
): LetterView {
  const { bornAt, deadAt, keptUntil: _kept, heldAt, acceptedAt, properties, keys, ...kept } = row;
  const own = userProperties(properties ?? {});
  const shown = shownProperties(broker, row);
  return {
    ...kept,
    place: {
      ...{ at: `${row.queueId}-${row.offset}`, topic: row.topic, queueNo: 0, offset: row.offset, tag: row.tag },
      ...{ type: row.messageGroup === null ? 'NORMAL' : 'FIFO', messageGroup: row.messageGroup, keys: keys ?? [] },
      properties: Object.entries(shown).filter(([name]) => name in own),
      ...{ deadLetterOf: null, encoding: row.bodyEncoding, bodyBytes: row.bodyBytes, bornAt: bornAt.toISOString() },
      ...{ bornHost: row.bornHost, traceContext: row.traceContext, storedAt: deadAt.toISOString() },
      traceUrl: traceUrlOf(row, link),
      ...{ inLog: !row.goneAtBroker, deliverAt: null },
    },
    system: Object.entries(shown).filter(([name]) => !(name in own)),
    deadAt: deadAt.toISOString(),
    expiresAt: expiryOf(row, keepMs)?.toISOString() ?? null,
    heldAt: heldAt?.toISOString() ?? null,
    acceptedAt: acceptedAt?.toISOString() ?? null,
  };
}
