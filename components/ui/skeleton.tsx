import { t } from '@/lib/model/language/t';
import styles from './skeleton.module.css';

/** Quiet placeholder while the first answer is on its way. Never pulses. */
export function Skeleton({ rows = 6, label = t('Loading') }: { readonly rows?: number; readonly label?: string }) {
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: rows }, (_, index) => (
        <i key={index} style={{ width: `${92 - ((index * 17) % 40)}%` }} />
      ))}
    </div>
  );
}
