import { z } from 'zod';
import { findSetting } from '../../../broker';
import type { LetterCopy } from '../../../engine';
import { priorityOf, userProperties } from '../../../model/message/message';
import type { TraceLink } from '../../../model/message/trace-link';
import { operation, type OperationContext } from '../../http/operation';
import { shownProperties } from '../../http/shown-parts';
import { type Place, traceUrlOf } from '../messages/place';
import { reasonSchema } from '../../schemas/group';
import { time } from '../../schemas/shapes';

// What there is only where brokers keep dead letters as topics of their own.
const common = { needs: 'dead-letter-index', subject: 'system' } as const;
const tag = 'Dead letters';

const gap = z.object({
  from: z.int(),
  to: z.int().describe('The first offset behind the gap'),
  why: z.string().describe('retention: removed before it was read; before: gone at the first reading; unreadable'),
});

export const readLetterIndex = operation({
  ...common,
  name: 'readLetterIndex',
  summary: 'How complete the known dead letters of a cluster are, by broker and group, with gaps',
  permission: 'dead-letter:read',
  effect: 'read',
  input: z.strictObject({ group: z.string().max(255).optional() }),
  output: z.object({
    roundAt: time.nullable().describe('The end of the last round through all brokers'),
    brokers: z.array(z.string()),
    silent: z.array(z.object({ broker: z.string(), reason: z.string() })),
    queues: z.array(
      z.object({
        broker: z.string(),
        group: z.string(),
        queueNo: z.int(),
        life: z.int().describe('Of the topic: one that was made again begins another'),
        ended: z.boolean(),
        next: z.int().describe('The next offset to be read'),
        min: z.int(),
        max: z.int(),
        readAt: time.nullable(),
        isWriteOnly: z.boolean(),
        indexed: z.int().describe('Dead letters of it that are kept here'),
        goneAtBroker: z.int().describe('Of those, how many the broker does not have any more'),
        gaps: z.array(gap),
      }),
    ),
    brokerKeepHours: z.int().nullable().describe('Until the brokers remove what they store, the shortest'),
    allowsChanges: z.boolean().describe('false: the cluster is attached for reading only'),
  }),
  http: { method: 'get', path: '/dead-letters/index', tag, answer: 'As far as the brokers were read' },
  run: ({ engine }, { group }) => engine.deadLetters.index(group),
});

export const makeDeadLettersReadable = operation({
  ...common,
  name: 'makeDeadLettersReadable',
  summary: 'Make the write-only dead-letter topic of an old broker readable; nothing else of the topic changes',
  permission: 'group:write',
  effect: 'change',
  input: z.strictObject({
    group: z.string().max(255),
    reason: reasonSchema.default('').describe('Kept in the audit log'),
  }),
  output: z.object({ brokers: z.array(z.string()) }),
  http: {
    ...{ method: 'post', path: '/dead-letters/make-readable', tag },
    answer: 'Where the right was missing; none: they were readable',
  },
  run: ({ engine, actor }, asked) => engine.deadLetters.makeReadable({ ...asked, actor }),
});

export const tryLetter = operation({
  ...common,
  name: 'tryLetter',
  summary: 'Let one connected 4.x client handle a dead letter now; it stays a dead letter',
  permission: 'dead-letter:redrive',
  effect: 'change',
  input: z.strictObject({ deadLetterId: z.int().positive() }),
  run: ({ engine, actor }, asked) => engine.deadLetters.tryNow({ ...asked, actor }),
});

export const letterPage = operation({
  ...common,
  name: 'letter',
  summary: 'Every dead letter of one message id in a cluster, newest first',
  permission: 'message:read',
  effect: 'read',
  input: z.strictObject({ id: z.string().min(1).max(255) }),
  run: async ({ engine, broker, reasonAgainst }, { id }) => {
    const [rows, link] = await Promise.all([engine.deadLetters.copies(id), findSetting(broker, 'trace-link')]);
    return {
      messageId: id,
      letters: rows.map((row) => withPlace(broker, row, link.value)),
      /** Null: may read the body. */
      bodyNotAllowed: reasonAgainst('message:read-body'),
    };
  },
});

function withPlace(broker: OperationContext['broker'], row: LetterCopy, link: TraceLink) {
  const { bornAt, properties, keys, ...kept } = row;
  const own = userProperties(properties ?? {});
  const shown = Object.entries(shownProperties(broker, row));
  /** As the panels of any message show it. */
  const place: Place = {
    ...{ at: `${row.queueId}-${row.offset}`, topic: row.topic, queueNo: 0, offset: row.offset, tag: row.tag },
    priority: priorityOf(properties) ?? null,
    ...{ type: row.messageGroup === null ? 'NORMAL' : 'FIFO', messageGroup: row.messageGroup, keys: keys ?? [] },
    properties: shown.filter(([name]) => name in own),
    ...{ deadLetterOf: null, encoding: row.bodyEncoding, bodyBytes: row.bodyBytes, bornAt },
    ...{ bornHost: row.bornHost, traceContext: row.traceContext, storedAt: row.deadAt },
    traceUrl: traceUrlOf(row, link),
    ...{ inLog: !row.goneAtBroker, deliverAt: null },
  };
  /** What brokers and clients noted beside the application’s own properties. */
  const system = shown.filter(([name]) => !(name in own));
  return { ...kept, place, system };
}
