import { DELAY_LEVELS_SECONDS } from '@/lib/model/delivery/delivery-time';
import { formatDuration } from '@/components/ui/duration.model';
import styles from './delay-levels.module.css';
import { t } from '@/lib/model/language/t';

/** What a level of RocketMQ 4 means, for those who think in levels. */
export function DelayLevels() {
  return (
    <section className="panel">
      <header>
        <h2>{t('Delay levels of RocketMQ 4')}</h2>
        <span className="small text-3">
          {t('5.x clients schedule any time up to 24 h ahead; a level is a fixed delay after sending')}
        </span>
      </header>
      <ol className={`panel-body ${styles.levels}`}>
        {DELAY_LEVELS_SECONDS.map((seconds, index) => (
          <li key={seconds}>
            <span className="text-3">{index + 1}</span> {formatDuration(seconds * 1000)}
          </li>
        ))}
      </ol>
    </section>
  );
}
