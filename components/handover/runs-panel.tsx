import { Link } from '@/components/ui/link';
import { AsOf } from '@/components/ui/time';
import type { HandoverView } from '@/lib/console/operations/handover/views';
import { t } from '@/lib/model/language/t';
import { runWords } from './handover.model';
import styles from './handover.module.css';

/** The re-drives of the span with their outcomes of now; gone while there is none. */
export function RunsPanel({ view: { redrives, asOf } }: { readonly view: HandoverView }) {
  if (redrives.kind === 'unknown' || redrives.value.items.length === 0) return null;
  return (
    <section className="panel" aria-label={t('Re-drives')}>
      <header>
        <h2>{t('Re-drives')}</h2>
        <span className="panel-end">
          <AsOf at={asOf} />
        </span>
      </header>
      <ol className={styles.open}>
        {redrives.value.items.map((run) => (
          <li key={run.name}>
            <Link href={`/redrives/${run.redriveId}`} prefetch={false} data-row={run.name}>
              {run.name}
            </Link>
            <span className={styles.text}>
              {run.group}
              <span className="small text-2">{run.scope}</span>
            </span>
            <span className="small">{runWords(run)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
