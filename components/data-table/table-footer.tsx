'use client';

import { t } from '@/lib/model/language/t';
import { useContext, useEffect, useRef } from 'react';
import { ButtonLink } from '@/components/ui/button';
import { AsOf } from '@/components/ui/time';
import type { Reading } from '@/lib/model/reading';
import styles from './data-table.module.css';
import { FoldedColumns } from './folded-columns';
import { describeShown } from './shown.model';
import { useUrlParams } from './use-url-params';

interface TableFooterProps {
  readonly shown: number;
  /** Of how many: exact, "about", or unknown. Leave out when it was not counted. */
  readonly total?: Reading<number>;
  readonly nextCursor?: string | null | undefined;
  readonly tookMs?: number | null;
  readonly asOf?: string | null;
}

/**
 * "50 of 812 shown, exact · 21 ms · as of …" and the keyset pager. The cursor lives in ?cursor=, so Back goes back a
 * page.
 */
export function TableFooter({ shown: count, total, nextCursor, tookMs, asOf }: TableFooterProps) {
  const url = useUrlParams();
  const cursor = url.get('cursor');
  const paged = cursor !== undefined;
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<string | undefined>(undefined);
  const folded = useContext(FoldedColumns);
  // another page of rows is read from its first one, wherever on the page the table is
  useEffect(() => {
    if (shown.current === cursor) return;
    shown.current = cursor;
    place.current?.closest('.panel')?.scrollIntoView({ block: 'start' });
  }, [cursor]);
  return (
    <div ref={place} className={styles.footer}>
      <span>{describeShown(count, total, paged)}</span>
      {paged ? (
        <ButtonLink href={url.href({ cursor: undefined })} scroll={false} size="small" variant="ghost">
          {t('First page')}
        </ButtonLink>
      ) : null}
      {nextCursor == null ? null : (
        <ButtonLink href={url.href({ cursor: nextCursor })} scroll={false} size="small" rel="next">
          {t('Next page')}
        </ButtonLink>
      )}
      <span className={styles.footerEnd}>
        {folded === 0 ? null : (
          <span title={t('Make the window wider or show fewer columns. The page of a row has all its fields.')}>
            {t('no room for {count, plural, one {# column} other {# columns}}', { count: folded })}
          </span>
        )}
        {tookMs == null ? null : <span>{t('took {ms, number} ms', { ms: Math.round(tookMs) })}</span>}
        {asOf == null ? null : <AsOf at={asOf} />}
      </span>
    </div>
  );
}
