'use client';

import { useNow } from '@/components/ui/clock';
import { classNames } from '@/components/ui/class-names';
import { Countdown } from '@/components/ui/time';
import type { MessageTimeline } from '@/lib/model/message/timeline';
import { headlineOf } from './headline.model';
import type { Figure } from './headline-parts.model';
import styles from './messages.module.css';
import { Parts } from './parts';

/** The state as one sentence, between what is left of the lease and what is left of the message. */
export function Verdict({ timeline }: { readonly timeline: MessageTimeline }) {
  const { sentence, detail, left, right } = headlineOf(timeline, useNow());
  return (
    <div className={styles.verdict} data-state={timeline.state}>
      {left === null ? null : <FigureBlock figure={left} className={styles.figureLeft} />}
      <div className={styles.sentence}>
        <p data-testid="headline">
          <Parts parts={sentence} />
        </p>
        <p className="small text-2">
          <Parts parts={detail} />
        </p>
      </div>
      {right === null ? null : <FigureBlock figure={right} className={styles.figureRight} />}
    </div>
  );
}

function FigureBlock({ figure, className }: { readonly figure: Figure; readonly className: string | undefined }) {
  return (
    <div className={classNames(styles.figure, className)}>
      <div className={styles.figureName}>{figure.label}</div>
      <div className={classNames(styles.figureValue, figure.tone === undefined ? undefined : `fg-${figure.tone}`)}>
        {'countTo' in figure ? <Countdown to={figure.countTo} /> : figure.text}
      </div>
    </div>
  );
}
