'use client';

import { Download, Pause, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FootBar } from '@/components/data-table/foot-bar';
import type { Selection } from '@/components/data-table/use-selection';
import { useWorkspace } from '@/components/live/use-workspace';
import { type BarVerb, type ScopeParams, WORDING } from '@/components/parts/letter-changes.model';
import { Button } from '@/components/ui/button';
import { OnDemand } from '@/components/ui/on-demand';
import { OverflowMenu } from '@/components/ui/overflow-menu';
import { EXPORT_FORMATS } from '@/lib/model/dead-letter/letter-file';
import type { LetterOffers } from '@/lib/model/dead-letter/letter-offers';
import type { Reading } from '@/lib/model/reading';
import { exportHref, type Filters } from './dead-letters.model';
import type { Plan } from './use-plan';
import { t } from '@/lib/model/language/t';

const loadDialog = () => import('@/components/parts/letter-dialog');

export interface Allowed {
  readonly redrive: string | null;
  readonly discard: string | null;
  readonly keep: string | null;
  readonly export: string | null;
  /** To make letters of old brokers readable. */
  readonly open: string | null;
}

interface LetterBarProps {
  readonly selection: Selection;
  /** Ids on screen, in order. */
  readonly order: readonly string[];
  readonly matching: Reading<number>;
  readonly filters: Filters;
  readonly plan: Plan;
  /** What the buttons are about; null with the reason in the plan: several groups. */
  readonly scope: ScopeParams | null;
  /** Null: allowed. */
  readonly notAllowed: Allowed;
  readonly offers: LetterOffers;
}

const MORE: readonly BarVerb[] = ['accept', 'unaccept', 'extend', 'release'];

/** Always in view at the foot of the list: what the buttons will act on, and the buttons. */
export function LetterBar({ selection, order, matching, filters, plan, scope, notAllowed, offers }: LetterBarProps) {
  const [verb, setVerb] = useState<BarVerb | null>(null);
  const workspace = useWorkspace();
  const oneGroup = scope === null ? t('The dead letters belong to several groups. Filter by one group.') : null;
  const reasonOf = (asked: BarVerb) => (asked === 'discard' ? notAllowed.discard : notAllowed.keep) ?? oneGroup;
  const isFloor = matching.kind === 'value' && matching.atLeast === true;
  const total = matching.kind === 'unknown' ? null : matching.value;
  return (
    <FootBar
      {...{ selection, order }}
      says={scopeText(selection, total, isFloor)}
      hasMore={total !== null && (isFloor || total > order.length)}
      total={isFloor ? null : total}
    >
      <OverflowMenu
        label={t('Export')}
        icon={Download}
        text={t('Export')}
        entries={EXPORT_FORMATS.map((format) => ({
          label: t('All matching, as {format}', {
            format: format === 'xlsx' ? 'Excel' : format.toUpperCase(),
          }),
          disabledReason: notAllowed.export,
          onSelect: () => window.location.assign(exportHref(filters, format, workspace)),
        }))}
      />
      <Button icon={Pause} onClick={() => setVerb('hold')} disabledReason={reasonOf('hold')}>
        {labelOf('hold')}
      </Button>
      <OverflowMenu
        label={t('More actions')}
        entries={MORE.map((each) => ({
          label: labelOf(each),
          disabledReason: reasonOf(each),
          onSelect: () => setVerb(each),
        }))}
      />
      {offers.discard ? (
        <Button variant="danger" icon={Trash2} onClick={() => setVerb('discard')} disabledReason={reasonOf('discard')}>
          {labelOf('discard')}
        </Button>
      ) : null}
      {offers.redrive ? (
        <Button variant="primary" icon={RotateCw} keys="r" onClick={plan.open} disabledReason={plan.reason}>
          {plan.label}
        </Button>
      ) : null}
      <OnDemand load={loadDialog} isWanted={verb !== null && scope !== null} onCancel={() => setVerb(null)}>
        {({ LetterDialog }) =>
          verb === null || scope === null ? null : (
            <LetterDialog
              verb={verb}
              scope={scope}
              onClose={() => setVerb(null)}
              onDone={() => {
                setVerb(null);
                selection.clear();
              }}
            />
          )
        }
      </OnDemand>
    </FootBar>
  );
}

function labelOf(verb: BarVerb): string {
  return t(WORDING[verb].label);
}

function scopeText({ scope, ids }: Selection, total: number | null, isFloor: boolean): string {
  if (scope === 'rows') return t('{count, number} selected', { count: ids.size });
  if (total === null) return t('All matching');
  if (isFloor) return t('All matching, at least {total, number}', { total });
  return scope === 'matching'
    ? t('All {total, number} matching', { total })
    : t('{letters, plural, one {# dead letter} other {# dead letters}}', { letters: total });
}
