'use client';

import { useUrlParams } from '@/components/data-table/use-url-params';
import { FILTER_NAMES } from '@/components/dead-letters/dead-letters.model';
import { FilterBar } from '@/components/dead-letters/filter-bar';
import { useFilters } from '@/components/dead-letters/use-filters';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { sentences } from '@/lib/model/language/list';
import { t } from '@/lib/model/language/t';
import type { Refusal } from '@/lib/model/refusal';

interface PlanRefusedProps {
  readonly refusal: Refusal;
  /** That have dead letters. */
  readonly groups: readonly string[];
  readonly canExpire: boolean;
}

/** What a frozen set was made from: another filter is another set. */
const UNFROZEN = { through: undefined, frozen: undefined, leave: undefined };

/** A plan whose set cannot be read from the address: what was asked stays, with the reason where it is corrected. */
export function PlanRefused({ refusal, groups, canExpire }: PlanRefusedProps) {
  const url = useUrlParams();
  const filters = useFilters(url);
  const isFilter = (FILTER_NAMES as readonly string[]).includes(refusal.field);
  return (
    <>
      <PageHeader title={t('Plan a re-drive')}>{t('Nothing is planned yet, and nothing has been sent.')}</PageHeader>
      <FilterBar
        filters={filters}
        groups={groups}
        canExpire={canExpire}
        refusal={refusal}
        onChange={(patch) => url.set({ ...UNFROZEN, ...patch })}
      />
      <section className="panel" aria-label={t('Re-drive set')}>
        <EmptyState
          kind="filtered-out"
          title={t('The selection is not valid')}
          action={
            <ButtonLink href={url.href({ ...UNFROZEN, [refusal.field]: undefined })} size="small">
              {t('Plan without “{field}”', { field: refusal.field })}
            </ButtonLink>
          }
        >
          {sentences(
            refusal.message,
            isFilter ? t('Correct it above, or plan without it.') : t('It is part of the address of this page.'),
          )}
        </EmptyState>
      </section>
    </>
  );
}
