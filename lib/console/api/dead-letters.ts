import 'server-only';
import { z } from 'zod';
import { browseDeadLetters, exportDeadLetters } from '../../broker';
import { defineRoute } from '../http/define-route';
import { EXPORT_FORMATS, exportResponse } from '../http/letter-export';
import { deadLetterFilter } from '../schemas/dead-letter-filter';
import { listQuery, pageShape, time } from '../schemas/shapes';

const decisionShape = z.object({ at: time, by: z.string(), reason: z.string() }).meta({ id: 'OperatorDecision' });

const deadLetterShape = z
  .object({
    messageId: z.string(),
    group: z.string(),
    topic: z.string(),
    key: z.string().nullable(),
    messageGroup: z.string().nullable(),
    tag: z.string().nullable(),
    attempts: z.int().describe('Deliveries since it was sent or last re-driven'),
    generation: z.int().describe('How often it was re-driven'),
    cause: z
      .string()
      .describe(
        'What the broker knows: nack, timeout, unconfirmed (no client ever answered), client-gone, forwarded, limit-lowered ...',
      ),
    causeKey: z.string().describe('For ?cause=: the same for one kind of failure'),
    errorType: z.string().nullable().describe('null: the application reported nothing'),
    errorMessage: z.string().nullable(),
    bodyBytes: z.int(),
    bornAt: time,
    deadAt: time,
    expiresAt: time
      .nullable()
      .describe('Removed then unless it is re-driven; null: not while the retention and its re-drive are as they are'),
    redriveId: z.string().nullable().describe('The open re-drive that will take it'),
    held: decisionShape.nullable().describe('It does not expire until it is released'),
    accepted: decisionShape.nullable().describe('It may stay, and no alarm counts it'),
  })
  .meta({ id: 'DeadLetter' });

export const listDeadLettersRoute = defineRoute({
  method: 'get',
  path: '/dead-letters',
  name: 'listDeadLetters',
  summary: 'Browse dead letters, newest first; of a search, a page may be short or empty and have a next one',
  tag: 'Dead letters',
  permission: 'dead-letter:read',
  subject: { group: ({ query }) => query.group },
  query: z.strictObject({ ...deadLetterFilter, ...listQuery }),
  answers: [{ status: 200, description: 'A page', schema: pageShape(deadLetterShape) }],
  ofLetters: true,
  run: async ({ broker }, { query }) => {
    const { items, nextCursor } = await browseDeadLetters(broker, query);
    return {
      status: 200,
      body: {
        items: items.map((row): z.input<typeof deadLetterShape> => ({
          messageId: row.messageId,
          group: row.group,
          topic: row.topic,
          key: row.key,
          messageGroup: row.messageGroup,
          tag: row.tag,
          attempts: row.attempts,
          generation: row.generation,
          cause: row.cause,
          causeKey: row.causeKey,
          errorType: row.errorType,
          errorMessage: row.errorMessage,
          bodyBytes: row.bodyBytes,
          bornAt: row.bornAt.toISOString(),
          deadAt: row.deadAt.toISOString(),
          expiresAt: row.expiresAt?.toISOString() ?? null,
          redriveId: row.redriveId === null ? null : String(row.redriveId),
          held: toDecision(row.heldAt, row.heldBy, row.holdReason),
          accepted: toDecision(row.acceptedAt, row.acceptedBy, row.acceptReason),
        })),
        nextCursor,
      },
    };
  },
});

export const exportDeadLettersRoute = defineRoute({
  method: 'get',
  path: '/dead-letters/export',
  name: 'exportDeadLetters',
  summary: 'All dead letters that match, with bodies, as a file; its end says whether it is complete',
  tag: 'Dead letters',
  permission: 'dead-letter:export',
  subject: { group: ({ query }) => query.group },
  query: z.strictObject({ ...deadLetterFilter, format: z.enum(EXPORT_FORMATS).default('json') }),
  answers: [
    {
      status: 200,
      description: 'JSON: items, then complete and count. CSV: the last line is #complete with the count',
      schema: z.object({ items: z.array(z.record(z.string(), z.unknown())), complete: z.boolean(), count: z.int() }),
    },
  ],
  ofLetters: true,
  run: async ({ broker, actor }, { query: { format, ...filter } }) =>
    exportResponse(broker, await exportDeadLetters(broker, { ...filter, actor, format }), format),
});

function toDecision(at: Date | null, by: string | null, reason: string | null): z.input<typeof decisionShape> | null {
  return at === null ? null : { at: at.toISOString(), by: by ?? '', reason: reason ?? '' };
}
