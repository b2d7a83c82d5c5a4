import { Icon } from '@/components/ui/icon';
import type { CauseTrend } from '@/lib/model/dead-letter/cause';
import { trendLooks, trendWords } from './causes.model';
import { t } from '@/lib/model/language/t';
import styles from './causes.module.css';

/** How a cause goes on: mark and word. Never green: that a failure stopped is not that a message was consumed. */
export function TrendMark({ trend }: { readonly trend: CauseTrend }) {
  const { word, icon } = trendLooks[trend];
  const tone = trend === 'rising' || trend === 'new' ? 'fg-waiting' : 'text-2';
  return (
    <span className={`${tone} ${styles.trend}`} title={trendWords(trend)}>
      <Icon of={icon} size={12} /> {t(word)}
    </span>
  );
}
