import { Icon } from '@/components/ui/icon';
import type { CauseTrend } from '@/lib/model/dead-letter/cause';
import { trendLooks } from './causes.model';
import styles from './causes.module.css';

/** How a cause goes on: mark and word. Never green: that a failure stopped is not that a message was consumed. */
export function TrendMark({ trend }: { readonly trend: CauseTrend }) {
  const { word, icon, says } = trendLooks[trend];
  const tone = trend === 'rising' || trend === 'new' ? 'fg-waiting' : 'text-2';
  return (
    <span className={`${tone} ${styles.trend}`} title={says}>
      <Icon of={icon} size={12} /> {word}
    </span>
  );
}
