'use client';

import { Link } from '@/components/ui/link';
import { plural } from '@/components/ui/number.model';
import { Time } from '@/components/ui/time';
import { markWords, type NumberedMark } from './chart.model';
import styles from './throttling.module.css';

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
    return <p className="small text-3">No limit was changed, no alarm fired and no re-drive began in this time.</p>;
  return (
    <>
      <ol className={styles.marks} aria-label="What happened">
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
        <p className="tiny text-3">{plural(total - marks.length, 'earlier one')} not shown.</p>
      ) : null}
    </>
  );
}
