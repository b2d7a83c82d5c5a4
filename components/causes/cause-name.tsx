import { describeCause } from '@/components/ui/delivery-cause.model';
import type { CauseView, ListedCauseView } from '@/lib/console/operations/causes/views';
import { causeTitle } from './causes.model';
import styles from './causes.module.css';

type Named = Pick<CauseView, 'errorType' | 'text' | 'brokerCause'> & Partial<Pick<ListedCauseView, 'probably' | 'key'>>;

/** One line, clamped; the whole of it on hover. */
export function CauseName({ cause }: { readonly cause: Named }) {
  if (cause.errorType !== null) {
    const title = causeTitle(cause);
    return (
      <span className={styles.cause} title={title}>
        {title}
      </span>
    );
  }
  if (cause.key === '')
    return (
      <span className={styles.unreported} title="Reports are being grouped in the background. This takes a moment.">
        Not grouped yet
      </span>
    );
  const { probably = null } = cause;
  const words = `: ${describeCause(cause.brokerCause)}`;
  return (
    <span className={styles.unreported} title={`Cause not reported${words}`}>
      Cause not reported
      {probably === null ? (
        <span className="text-3">{words}</span>
      ) : (
        <span className="text-3">
          , {probably.count} probably {probably.title}
        </span>
      )}
    </span>
  );
}
