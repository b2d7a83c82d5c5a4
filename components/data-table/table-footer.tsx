'use client';

import { ButtonLink } from '@/components/ui/button';
import { formatCount } from '@/components/ui/number.model';
import { AsOf } from '@/components/ui/time';
import type { Reading } from '@/lib/model/reading';
import styles from './data-table.module.css';
import { describeShown } from './shown.model';
import { useUrlParams } from './use-url-params';

interface TableFooterProps {
  readonly shown: number;
  /** Of how many: exact, "about", or unknown. Leave out when nobody counted. */
  readonly total?: Reading<number>;
  readonly nextCursor?: string | null | undefined;
  readonly tookMs?: number | null;
  readonly asOf?: string | null;
}

/** "50 of 812 shown, exact · 21 ms · as of …" and the keyset pager. The cursor lives in ?cursor=, so Back goes back a page. */
export function TableFooter({ shown, total, nextCursor, tookMs, asOf }: TableFooterProps) {
  const url = useUrlParams();
  const paged = url.get('cursor') !== undefined;
  return (
    <div className={styles.footer}>
      <span>{describeShown(shown, total, paged)}</span>
      {paged ? (
        <ButtonLink href={url.href({ cursor: undefined })} size="small" variant="ghost">
          First page
        </ButtonLink>
      ) : null}
      {nextCursor == null ? null : (
        <ButtonLink href={url.href({ cursor: nextCursor })} size="small" rel="next">
          Next page
        </ButtonLink>
      )}
      <span className={styles.footerEnd}>
        {tookMs == null ? null : <span>took {formatCount(Math.round(tookMs))} ms</span>}
        {asOf == null ? null : <AsOf at={asOf} />}
      </span>
    </div>
  );
}
