import { unreported } from '@/components/ui/delivery-cause.model';
import type { CauseView, ListedCauseView } from '@/lib/console/operations/causes/views';
import { causeTitle } from './causes.model';
import styles from './causes.module.css';
import { t } from '@/lib/model/language/t';

type Named = Pick<CauseView, 'errorType' | 'text' | 'brokerCause'> & Partial<Pick<ListedCauseView, 'probably' | 'key'>>;

/** One line, clamped; the whole of it on hover. */
export function CauseName({ cause: named }: { readonly cause: Named }) {
  if (named.errorType !== null) {
    const title = causeTitle(named);
    return (
      <span className={styles.cause} title={title}>
        {title}
      </span>
    );
  }
  if (named.key === '')
    return (
      <span
        className={styles.unreported}
        title={t('Reports are being grouped in the background. This takes a moment.')}
      >
        {t('Not grouped yet')}
      </span>
    );
  const { probably = null, brokerCause } = named;
  const unexplained = unreported(brokerCause);
  return (
    <span className={styles.unreported} title={unexplained}>
      {probably === null
        ? unexplained
        : t('Cause not reported. Probably, for {count, number}: {title}', {
            count: probably.count,
            title: probably.title,
          })}
    </span>
  );
}
