import { setImmediate } from 'node:timers/promises';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import type { Masks } from '../../model/masking/masks';
import { REDRIVE_LIMITS } from '../../model/redrive/redrive';
import type { RedriveEdits } from '../../model/redrive/redrive-edits';
import type { EditableMessage } from '../../model/message/editable-message';
import {
  editableItems,
  editableLetters,
  editedInsert,
  type EditedRow,
  itemsExclude,
  plannedIds,
} from '../../store/queries/redrive/redrive-edit';
import type { Queryable } from '../../store/queryable';
import type { BrokerContext } from '../context';
import { checkEdits } from './check-edits';
import { decodersFor, editedOf, hideInEditable, rulesOf } from './edited';
import { type ScopedSelection, toSelectionMatch } from '../dead-letter/selection';

interface AppliedEdits {
  readonly changed: number;
  /** The rule does not apply to them: they stay behind. */
  readonly excluded: number;
}

/**
 * Makes the edited copies of a frozen set, in the transaction that freezes it: what is released later is what the plan
 * showed. @throws BrokerError bad-request: too many, or an edit of a message that does not go
 */
export async function applyEdits(
  db: Queryable,
  redriveId: number,
  selected: number,
  edits: RedriveEdits,
  masks: Masks,
): Promise<AppliedEdits> {
  if (edits.rule !== undefined) refuseMany(selected);
  let changed = 0;
  let excluded = 0;
  for (let after = 0; ;) {
    const rows = await editableItems(db, redriveId, after);
    const last = rows.at(-1);
    if (last === undefined) break;
    const decoders = await decodersFor(db, rows);
    const edited: EditedRow[] = [];
    const excludes: { ord: number; why: string }[] = [];
    for (const row of rows) {
      const made = editedOf(row, edits, masks, decoders);
      if (made.kind === 'changed') edited.push({ ord: row.place, ...made.row });
      if (made.kind === 'not-applicable') excludes.push({ ord: row.place, why: made.why });
    }
    if (edited.length > 0) changed += await editedInsert(db, redriveId, edited);
    if (excludes.length > 0) await itemsExclude(db, redriveId, excludes);
    excluded += excludes.length;
    after = last.place;
    await setImmediate();
  }
  const named = edits.messages?.length ?? 0;
  if (edits.rule === undefined && changed < named)
    throw new BrokerError(
      'bad-request',
      told('{named} of the edited messages are not in the set.', { named: named - changed }),
      {
        field: 'edits.messages',
        limit: 'messages of the set',
        value: named - changed,
      },
    );
  return { changed, excluded };
}

interface EditExample {
  readonly messageId: string;
  readonly before: EditableMessage;
  readonly after: EditableMessage;
}

export interface EditsPlan extends AppliedEdits {
  readonly reasons: readonly { readonly why: string; readonly count: number; readonly sampleIds: readonly string[] }[];
  /** The first that change. */
  readonly examples: readonly EditExample[];
}

const EXAMPLES = 3;
const READ_AT_ONCE = 500;
const SAMPLES = 20;

/**
 * A dry run of edits over the set that a start with the same selection would take: every message is read and tried.
 * Changes nothing. @throws BrokerError bad-request, group-not-found
 */
export async function planEdits(
  ctx: BrokerContext,
  selection: ScopedSelection,
  edits: RedriveEdits,
): Promise<EditsPlan> {
  checkEdits(edits);
  const db = ctx.store.console;
  const match = await toSelectionMatch(ctx, selection);
  const ids = await plannedIds(db, match, selection.leaveOut, REDRIVE_LIMITS.repaired + 1);
  if (edits.rule !== undefined) refuseMany(ids.length);
  const reasons = new Map<string, { count: number; sampleIds: string[] }>();
  const examples: EditExample[] = [];
  let changed = 0;
  for (let done = 0; done < ids.length;) {
    const asked = ids.slice(done, done + READ_AT_ONCE);
    const rows = await editableLetters(db, asked);
    const decoders = await decodersFor(db, rows);
    for (const row of rows) {
      const made = editedOf(row, edits, ctx.masks, decoders);
      if (made.kind === 'as-it-is') continue;
      if (made.kind === 'not-applicable') {
        const reason = reasons.get(made.why) ?? { count: 0, sampleIds: [] };
        reason.count += 1;
        if (reason.sampleIds.length < SAMPLES) reason.sampleIds.push(row.messageId);
        reasons.set(made.why, reason);
        continue;
      }
      changed += 1;
      if (examples.length >= EXAMPLES) continue;
      const hiding = rulesOf(row, ctx.masks);
      const [before, after] = [hideInEditable(made.before, hiding), hideInEditable(made.after, hiding)];
      examples.push({ messageId: row.messageId, before, after });
    }
    // Letters that left meanwhile are passed over; of large bodies fewer come than were asked for.
    const last = rows.at(-1)?.place;
    done += last === undefined ? asked.length : asked.indexOf(last) + 1;
    await setImmediate();
  }
  const listed = [...reasons].map(([why, reason]) => ({ why, ...reason }));
  return {
    changed,
    excluded: listed.reduce((sum, { count }) => sum + count, 0),
    reasons: listed.toSorted((one, other) => other.count - one.count),
    examples,
  };
}

function refuseMany(selected: number): void {
  if (selected <= REDRIVE_LIMITS.repaired) return;
  throw new BrokerError(
    'bad-request',
    told('A rule may change at most {repaired} messages in one re-drive. Select fewer messages.', {
      repaired: REDRIVE_LIMITS.repaired,
    }),
    { field: 'edits.rule', limit: REDRIVE_LIMITS.repaired, value: `more than ${REDRIVE_LIMITS.repaired}` },
  );
}
