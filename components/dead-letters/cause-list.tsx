'use client';

import Link from 'next/link';
import { formatCount } from '@/components/ui/number.model';
import { Time, ZoneName } from '@/components/ui/time';
import type { CauseView } from '@/lib/console/reads/dead-letters';
import { describeCause } from '@/components/ui/delivery-cause.model';
import { causeTitle } from './dead-letters.model';
import styles from './dead-letters.module.css';

interface CauseListProps {
  readonly causes: readonly CauseView[];
  readonly chosen: { readonly cause: string | undefined; readonly group: string | undefined };
  /** The address with this cause as the filter, or without it when it is chosen already. */
  readonly hrefOf: (cause: CauseView, isChosen: boolean) => string;
}

/** Causes first: one row per (cause, group), each a link that narrows the messages below. */
export function CauseList({ causes, chosen, hrefOf }: CauseListProps) {
  return (
    <div className={styles.causes} role="list" aria-label="Causes">
      <div className={`${styles.causeRow} ${styles.causeHead}`} aria-hidden="true">
        <span>Cause, ids and numbers replaced</span>
        <span className={styles.wide}>Group</span>
        <span className="end">Dead</span>
        <span className={`end ${styles.wide}`}>
          First, <ZoneName />
        </span>
        <span className={`end ${styles.wide}`}>Last</span>
      </div>
      {causes.map((cause) => {
        const isChosen = chosen.cause === cause.key && chosen.group === cause.group;
        return (
          <div key={`${cause.key} ${cause.group}`} role="listitem">
            <Link
              href={hrefOf(cause, isChosen)}
              prefetch={false}
              scroll={false}
              className={styles.causeRow}
              aria-current={isChosen ? 'true' : undefined}
            >
              <CauseName cause={cause} />
              <span className={`${styles.wide} clip`}>{cause.group}</span>
              <span className={styles.count}>{formatCount(cause.count)}</span>
              <span className={`${styles.time} ${styles.wide}`}>
                <Time at={cause.firstAt} />
              </span>
              <span className={`${styles.time} ${styles.wide}`}>
                <Time at={cause.lastAt} />
              </span>
            </Link>
          </div>
        );
      })}
    </div>
  );
}

export function CauseName({ cause }: { readonly cause: Pick<CauseView, 'errorType' | 'text' | 'brokerCause'> }) {
  if (cause.errorType !== null) {
    const title = causeTitle(cause);
    return (
      <span className={styles.cause} title={title}>
        {title}
      </span>
    );
  }
  return (
    <span className={styles.unreported}>
      Cause not reported<span className="text-3">: {describeCause(cause.brokerCause)}</span>
    </span>
  );
}
