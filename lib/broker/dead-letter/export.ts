import type { Actor } from '../../model/audit/actor';
import { appendAudit } from '../../store/queries/audit/audit-append';
import type { DeadLetterCursor } from '../../store/queries/dead-letter/dead-letter-browse';
import { deadLetterCount } from '../../store/queries/dead-letter/dead-letter-causes';
import {
  deadLetterExport,
  deadLetterLast,
  type ExportedLetterRow,
} from '../../store/queries/dead-letter/dead-letter-export';
import type { BrokerContext } from '../context';
import type { DeadLetterFilter } from '../../model/redrive/redrive';
import { toMatch } from './browse';

export type ExportedLetter = ExportedLetterRow;

export interface DeadLetterExport {
  /** How many matched when it began. What is re-driven or discarded meanwhile is missing in the end. */
  readonly matched: number;
  /** Newest first, page by page. A caller that stops reading ends it: no statement runs between two pages. */
  readonly pages: AsyncIterable<readonly ExportedLetter[]>;
}

/** So much is in memory at once, however many match. */
const PAGE = { limit: 500, maxBytes: 4 * 1024 * 1024 } as const;

/**
 * All dead letters that match, with their bodies. The set is bounded by what is dead now. Bodies leave the house, so
 * the audit log has a row before the first one does. @throws BrokerError bad-request, group-not-found
 */
export async function exportDeadLetters(
  ctx: BrokerContext,
  { actor, format, ...filter }: DeadLetterFilter & { readonly actor: Actor; readonly format: string },
): Promise<DeadLetterExport> {
  const db = ctx.store.console;
  const match = { ...(await toMatch(ctx, filter)), throughId: await deadLetterLast(db) };
  const { matching } = await deadLetterCount(db, match);
  await appendAudit(db, {
    actor,
    action: 'dead-letter.export',
    target: filter.group ?? 'all groups',
    after: { format, filter },
    counts: { matched: matching },
  });
  return { matched: matching, pages: read() };

  async function* read(): AsyncGenerator<readonly ExportedLetter[]> {
    let before: DeadLetterCursor | null = null;
    for (;;) {
      const page = await deadLetterExport(db, match, before, PAGE);
      const last = page.at(-1);
      if (last === undefined) return;
      yield page;
      before = { deadAt: last.deadAtText, id: last.id };
    }
  }
}
