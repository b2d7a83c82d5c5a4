'use client';

import { causeHref } from '@/components/parts/names';
import { ArrowUpRight } from 'lucide-react';
import { Link } from '@/components/ui/link';
import { useHere } from '@/components/live/use-here';
import { Icon } from '@/components/ui/icon';
import { formatCount } from '@/components/ui/number.model';
import { Tag } from '@/components/ui/tag';
import { Time, ZoneName } from '@/components/ui/time';
import type { ListedCauseView } from '@/lib/console/operations/causes/views';
import { CauseName } from './cause-name';
import { causeName, stateWords } from './causes.model';
import styles from './causes.module.css';
import { DeadLetteredBars } from './dead-lettered-bars';
import { TrendMark } from './trend-mark';
import { Said } from '@/components/ui/said';
import { pieces, t } from '@/lib/model/language/t';

interface CauseListProps {
  readonly causes: readonly ListedCauseView[];
  readonly chosen: { readonly cause: string | undefined; readonly group: string | undefined };
  /** The address with this cause as the filter, or without it when it is chosen already. */
  readonly hrefOf: (cause: ListedCauseView, isChosen: boolean) => string;
}

/** Causes first: one line per (cause, group). The line narrows the letters below, the arrow opens the cause. */
export function CauseList({ causes, chosen, hrefOf }: CauseListProps) {
  const here = useHere();
  return (
    <div className={styles.causes} role="list" aria-label={t('Causes')}>
      <div className={`${styles.row} ${styles.head}`} aria-hidden="true">
        <span>{t('Cause, with IDs and numbers replaced')}</span>
        <span className={styles.wide}>{t('Group')}</span>
        <span className="end">{t('Dead')}</span>
        <span className={styles.wide}>{t('Last 2 h')}</span>
        <span className={styles.wide}>{t('Trend')}</span>
        <span className={`end ${styles.widest}`}>
          <Said of={pieces('First, {zoneName}', { zoneName: <ZoneName /> })} />
        </span>
        <span className={`end ${styles.widest}`}>{t('Last')}</span>
        <span />
      </div>
      {causes.map((cause) => {
        const isChosen = chosen.cause === cause.key && (chosen.group ?? cause.group) === cause.group;
        return (
          <div
            key={`${cause.key} ${cause.group}`}
            role="listitem"
            className={`${styles.row} ${styles.item}`}
            data-chosen={isChosen}
          >
            <span className={styles.what}>
              <Link
                href={hrefOf(cause, isChosen)}
                prefetch={false}
                scroll={false}
                className={styles.choose}
                data-row={`${cause.key} ${cause.group}`}
                aria-current={isChosen ? 'true' : undefined}
              >
                <CauseName cause={cause} />
              </Link>
              {cause.state === 'open' ? null : <Tag>{t(stateWords[cause.state])}</Tag>}
              {cause.owner === null ? null : <span className={`tiny text-3 ${styles.widest}`}>{cause.owner}</span>}
            </span>
            <span className={`${styles.wide} clip`} title={cause.group}>
              {cause.group}
            </span>
            <span className={styles.count}>{formatCount(cause.count)}</span>
            <span className={styles.wide}>
              <DeadLetteredBars counts={cause.tide} />
            </span>
            <span className={styles.wide}>
              <TrendMark trend={cause.trend} />
            </span>
            <span className={`${styles.time} ${styles.widest}`}>
              <Time at={cause.firstAt} />
            </span>
            <span className={`${styles.time} ${styles.widest}`}>
              <Time at={cause.lastAt} />
            </span>
            {cause.key === '' ? (
              <span />
            ) : (
              <Link
                href={here(causeHref(cause))}
                prefetch={false}
                className={styles.open}
                aria-label={t('Open the cause {cause} of {group}', { cause: causeName(cause), group: cause.group })}
                title={t('Open the cause')}
              >
                <Icon of={ArrowUpRight} size={14} />
              </Link>
            )}
          </div>
        );
      })}
    </div>
  );
}
