'use client';

import { useState } from 'react';
import type { Selection } from '@/components/data-table/use-selection';
import type { ScopeParams } from '@/components/parts/letter-changes.model';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { usePush } from '@/components/ui/use-push';
import type { DeadLetterView } from '@/lib/console/operations/dead-letters/views';
import { type Reading, valueOrNull } from '@/lib/model/reading';
import { type Filters, planScope, rowId } from './dead-letters.model';
import { t } from '@/lib/model/language/t';

interface PlanInput {
  readonly selection: Selection;
  readonly rows: readonly DeadLetterView[] | undefined;
  readonly filters: Filters;
  /** Groups that the filter matches. */
  readonly groups: readonly string[];
  readonly matching: Reading<number>;
  readonly notAllowed: string | null;
  /** This workspace has re-drives. */
  readonly isOffered: boolean;
}

export interface Plan {
  readonly label: string;
  /** Null: leads to the plan. */
  readonly reason: string | null;
  readonly open: () => void;
  /** Something matches, or may. */
  readonly some: boolean;
  /** The same for every other change; null: of no group, or of several. */
  readonly scope: ScopeParams | null;
}

/** What "Re-drive" means now: the selected rows, or, with nothing selected, all that match. It leads to a dry run. */
export function usePlan({ selection, rows, filters, groups, matching, notAllowed, isOffered }: PlanInput): Plan {
  const push = usePush();
  const seen = useSeenRows(rows);
  const matched = valueOrNull(matching) ?? 0;
  const isFloor = matching.kind === 'value' && matching.atLeast === true;
  const some = matched > 0 || isFloor;
  const scope = selection.scope === 'none' && some ? 'matching' : selection.scope;
  const chosen = [...selection.ids].map((id) => seen.get(id)).filter((row) => row !== undefined);
  const plan = planScope({ scope, rows: chosen }, filters, groups);
  const reason = notAllowed ?? (plan.kind === 'not' ? plan.reason : null);
  const open = () => {
    if (plan.kind !== 'not' && reason === null) push(plan.href);
  };
  useShortcut(
    'r',
    open,
    t('Plan a re-drive of the selected dead letters, or of all matching'),
    isOffered && reason === null,
  );
  const label =
    scope !== 'matching'
      ? t('Re-drive {count, number}…', { count: chosen.length })
      : isFloor
        ? t('Re-drive all matching…')
        : t('Re-drive all {count, number} matching…', { count: matched });
  return { label, reason, open, some, scope: plan.kind === 'ready' ? plan.scope : null };
}

/** A selection may span pages: rows that were on screen stay known by id. */
function useSeenRows(rows: readonly DeadLetterView[] | undefined): ReadonlyMap<string, DeadLetterView> {
  const [seen, setSeen] = useState<ReadonlyMap<string, DeadLetterView>>(new Map());
  const fresh = (rows ?? []).filter((row) => seen.get(rowId(row)) !== row);
  if (fresh.length === 0) return seen;
  const next = new Map([...seen, ...fresh.map((row): [string, DeadLetterView] => [rowId(row), row])]);
  setSeen(next);
  return next;
}
