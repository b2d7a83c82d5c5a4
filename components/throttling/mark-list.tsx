'use client';

import { Link } from '@/components/ui/link';
import { Time } from '@/components/ui/time';
import { markWords, type NumberedMark } from './chart.model';
import styles from './throttling.module.css';
import { t } from '@/lib/model/language/t';

interface MarkListProps {
  readonly marks: readonly NumberedMark[];
  /** Unlisted ones included. */
  readonly total: number;
  /** Edits of limits lead to the audit log. */
  readonly mayAudit: boolean;
}

/** What happened while the chart was drawn; the numbers are those in it. */
export function MarkList({ marks, total, mayAudit }: MarkListProps) {
  if (marks.length === 0)
    return (
      <p className="small text-3">{t('No limit was changed, no alarm fired and no re-drive began in this time.')}</p>
    );
  return (
    <>
      <ol className={styles.marks} aria-label={t('What happened')}>
        {marks.map(({ number, mark }) => {
          const { text, href } = markWords(mark);
          return (
            <li key={`${mark.kind} ${mark.at} ${text}`}>
              <b>{number}</b>
              <Time at={mark.at} />
              {mark.kind === 'limit' && !mayAudit ? (
                <span>{text}</span>
              ) : (
                <Link href={href} prefetch={false}>
                  {text}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
      {total > marks.length ? (
        <p className="tiny text-3">
          {t('{count, plural, one {# earlier event} other {# earlier events}} not shown.', {
            count: total - marks.length,
          })}
        </p>
      ) : null}
    </>
  );
}
