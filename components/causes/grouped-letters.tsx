'use client';

import { Link } from '@/components/ui/link';
import type { UrlParams } from '@/components/data-table/use-url-params';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { formatCount } from '@/components/ui/number.model';
import { Time, ZoneName } from '@/components/ui/time';
import type { ReadParams } from '@/lib/console/reads/registry';
import type { LetterGrouping } from '@/lib/model/dead-letter/letter-grouping';
import styles from './causes.module.css';
import { groupLabel, GROUPINGS, groupingTitles, narrowing } from './grouping.model';
import { Said } from '@/components/ui/said';
import { pieces, t } from '@/lib/model/language/t';

interface GroupedLettersProps {
  readonly by: LetterGrouping;
  readonly filters: Omit<ReadParams<'letterGroups'>, 'by'>;
  readonly url: UrlParams;
}

const live = { kinds: ['dead-letter'] } as const;

/** What they have in common beside the cause; a row narrows the letters below where a filter can say it. */
export function GroupedLetters({ by, filters, url }: GroupedLettersProps) {
  const { data, error, retry } = useLiveQuery('letterGroups', { ...filters, by }, { live });
  const items = data?.items ?? [];
  return (
    <>
      <ReadProblem error={error} onRetry={retry} />
      <div className={styles.causes} role="list" aria-label={t(groupingTitles[by])}>
        <div className={`${styles.group} ${styles.head}`} aria-hidden="true">
          <span>{t(GROUPINGS.find(({ value }) => value === by)?.label ?? 'Cause')}</span>
          <span className="end">{t('Dead')}</span>
          <span className={`end ${styles.wide}`}>
            <Said of={pieces('First, {zoneName}', { zoneName: <ZoneName /> })} />
          </span>
          <span className={`end ${styles.wide}`}>{t('Last')}</span>
        </div>
        {items.map((row) => {
          const patch = narrowing(by, row);
          const name = groupLabel(by, row);
          return (
            <div key={name} role="listitem" className={`${styles.group} ${styles.item}`}>
              {patch === null ? (
                <span className="clip">{name}</span>
              ) : (
                <Link
                  href={url.href({ ...patch, groupBy: undefined, cursor: undefined })}
                  prefetch={false}
                  className={`${styles.choose} clip`}
                  data-row={name}
                >
                  {name}
                </Link>
              )}
              <span className={styles.count}>{formatCount(row.count)}</span>
              <span className={`${styles.time} ${styles.wide}`}>
                <Time at={row.firstAt} />
              </span>
              <span className={`${styles.time} ${styles.wide}`}>
                <Time at={row.lastAt} />
              </span>
            </div>
          );
        })}
      </div>
      {data === undefined || (data.groups <= items.length && data.looked === null) ? null : (
        <footer>
          {data.groups > items.length
            ? t(
                `The {items, number} largest of {groups, plural, one {# row} other {# rows}}. Use filters to see the
                others.`,
                { items: items.length, groups: data.groups },
              )
            : null}
          {data.looked === null
            ? null
            : t('Based on the newest {looked, number} dead letters.', { looked: data.looked })}
        </footer>
      )}
    </>
  );
}
