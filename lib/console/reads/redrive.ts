import 'server-only';
import { z } from 'zod';
import { can } from '../../auth/permission';
import { listRedriveItems, readRedrive, type Redrive, type RedriveItem } from '../../broker';
import { REDRIVE_VERDICTS, type RedriveVerdict } from '../../model/redrive';
import type { Queryable } from '../../store/queryable';
import { defineRead } from '../http/define-read';
import { type RedriveView, toRedriveViews } from './redrives';

const id = z.string().regex(/^(RD-)?\d{1,9}$/i, 'must be a re-drive like RD-1');

export interface RedrivePage {
  readonly redrive: RedriveView;
  /** Null: may pause, resume, cancel and recall. */
  readonly controlNotAllowed: string | null;
}

export const redriveRead = defineRead({
  permission: 'redrive:read',
  input: z.strictObject({ id }),
  run: async ({ broker, store, principal }, given): Promise<RedrivePage> => ({
    redrive: await viewOf(store.console, await readRedrive(broker, idOf(given.id))),
    controlNotAllowed: can(principal, 'redrive:control')
      ? null
      : `needs redrive:control; you are signed in as ${principal.role}`,
  }),
});

export interface RedriveItemView extends Omit<RedriveItem, 'movedAt' | 'visibleAt' | 'decidedAt'> {
  readonly movedAt: string | null;
  readonly visibleAt: string | null;
  readonly decidedAt: string | null;
}

export interface RedriveItemsPage {
  readonly items: readonly RedriveItemView[];
  readonly nextCursor: string | null;
}

/** Filters of the message table; "open" is what is not consumed and may still change. */
const SHOWN: Readonly<Record<string, readonly RedriveVerdict[]>> = {
  ...Object.fromEntries(REDRIVE_VERDICTS.map((verdict) => [verdict, [verdict]])),
  failing: ['retrying', 'died-again'],
};

const PAGE = 50;

export const redriveItemsRead = defineRead({
  permission: 'redrive:read',
  input: z.strictObject({
    id,
    show: z.enum([...REDRIVE_VERDICTS, 'failing']).optional(),
    cursor: z.string().max(20).optional(),
  }),
  run: async ({ broker }, { show, cursor, ...given }): Promise<RedriveItemsPage> => {
    const page = await listRedriveItems(broker, {
      redriveId: idOf(given.id),
      verdicts: show === undefined ? undefined : SHOWN[show],
      cursor,
      limit: PAGE,
    });
    return {
      items: page.items.map((row) => ({
        ...row,
        movedAt: row.movedAt?.toISOString() ?? null,
        visibleAt: row.visibleAt?.toISOString() ?? null,
        decidedAt: row.decidedAt?.toISOString() ?? null,
      })),
      nextCursor: page.nextCursor,
    };
  },
});

async function viewOf(db: Queryable, redrive: Redrive): Promise<RedriveView> {
  const [view] = await toRedriveViews(db, [redrive]);
  if (view === undefined) throw new Error('a re-drive has one view');
  return view;
}

function idOf(text: string): number {
  return Number(text.replace(/^RD-/i, ''));
}
