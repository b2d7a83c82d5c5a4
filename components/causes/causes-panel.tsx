'use client';

import { useState } from 'react';
import type { UrlParams } from '@/components/data-table/use-url-params';
import { Button } from '@/components/ui/button';
import { FilterSelect } from '@/components/filters/filter-select';
import { formatDuration } from '@/components/ui/duration.model';
import type { ListedCauseView } from '@/lib/console/operations/causes/views';
import type { ReadParams } from '@/lib/console/reads/registry';
import { CauseList } from './cause-list';
import { moreCauses } from './causes.model';
import styles from './causes.module.css';
import { GroupedLetters } from './grouped-letters';
import { GROUPINGS, groupingOf, groupingTitles } from './grouping.model';
import { t } from '@/lib/model/language/t';

interface CausesPanelProps {
  readonly causes: readonly ListedCauseView[];
  /** Of all causes, those beyond the listed ones included. */
  readonly all: { readonly causes: number; readonly letters: number; readonly looked: number | null };
  readonly filters: ReadParams<'deadLetterCauses'> & {
    readonly cause?: string | undefined;
    readonly group?: string | undefined;
  };
  readonly url: UrlParams;
  readonly tookMs: number | null;
}

/** The biggest; the letters below them stay within reach. */
const FIRST = 10;

/** Why they died, biggest first; or what else they have in common: ?groupBy= */
export function CausesPanel({ causes, all, filters, url, tookMs }: CausesPanelProps) {
  const [opened, setOpened] = useState(false);
  const grouping = groupingOf(url.get('groupBy'));
  if (causes.length === 0) return null;
  const isChosen = ({ key, group }: ListedCauseView): boolean => key === filters.cause && group === filters.group;
  const shown = opened ? causes : causes.filter((cause, index) => index < FIRST || isChosen(cause));
  const more = moreCauses(shown, all);
  return (
    <section className="panel" aria-label={t('Why messages failed')}>
      <header>
        <h2>{grouping === 'cause' ? t('Causes') : t(groupingTitles[grouping])}</h2>
        <span className="panel-end">
          <FilterSelect
            name={t('Group by')}
            value={grouping}
            options={GROUPINGS.map(({ value, label }) => ({ value, label: t(label) }))}
            onChange={(value) => url.set({ groupBy: value === 'cause' ? undefined : value })}
          />
        </span>
      </header>
      {grouping === 'cause' ? (
        <>
          <CauseList
            causes={shown}
            chosen={{ cause: filters.cause, group: filters.group }}
            hrefOf={(row, chosen) =>
              url.href({
                cause: chosen ? undefined : row.key,
                group: chosen ? undefined : row.group,
                cursor: undefined,
              })
            }
          />
          {all.causes > FIRST || all.looked !== null ? (
            <footer>
              {more === null && all.looked === null
                ? t('All {causes, plural, one {# cause} other {# causes}} are shown.', { causes: all.causes })
                : null}
              {more !== null && opened ? t('{more}. Use filters to see them.', { more }) : null}
              {all.causes <= FIRST ? null : opened || more === null ? (
                <Button size="small" onClick={() => setOpened(false)}>
                  {t('Show the first {first}', { first: FIRST })}
                </Button>
              ) : (
                <button type="button" className={styles.more} onClick={() => setOpened(true)}>
                  {more}
                </button>
              )}
              <span className="grow" />
              {all.looked === null
                ? t('exact counts')
                : t('of the newest {looked, number} dead letters', { looked: all.looked })}
              {tookMs === null ? '' : ` · ${formatDuration(tookMs)}`}
            </footer>
          ) : null}
        </>
      ) : (
        <GroupedLetters by={grouping} filters={filters} url={url} />
      )}
    </section>
  );
}
