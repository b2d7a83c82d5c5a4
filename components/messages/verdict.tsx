'use client';

import { t } from '@/lib/model/language/t';
import { causeHref } from '@/components/parts/names';
import { SquareX, TrendingUp } from 'lucide-react';
import { useHere } from '@/components/live/use-here';
import { ButtonLink } from '@/components/ui/button';
import { useNow } from '@/components/ui/clock';
import { classNames } from '@/components/ui/class-names';
import { SentenceBar } from '@/components/ui/sentence-bar';
import { Countdown } from '@/components/ui/time';
import type { MessageTimeline } from '@/lib/model/message/timeline';
import { headlineOf } from './headline.model';
import type { Figure } from './headline-parts.model';
import styles from './messages.module.css';
import { Parts } from './parts';
import { Strip } from './strip';

/** The state as one sentence, behind what is left of the lease or of the wait. */
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

/** A dead letter needs a decision: its sentence leads the page with the way to its cause. */
export function DeadVerdict({ timeline }: { readonly timeline: MessageTimeline }) {
  const here = useHere();
  const { sentence, detail } = headlineOf(timeline, useNow());
  const fingerprint = timeline.reasons[0]?.fingerprint ?? '';
  return (
    <SentenceBar
      label={t('State')}
      tone="danger"
      icon={SquareX}
      sentence={
        <span data-testid="headline">
          <Parts parts={sentence} />
        </span>
      }
      detail={<Parts parts={detail} />}
      action={
        fingerprint === '' ? undefined : (
          <ButtonLink icon={TrendingUp} href={here(causeHref({ key: fingerprint, group: timeline.group }))}>
            {t('Open cause')}
          </ButtonLink>
        )
      }
    >
      <Strip timeline={timeline} />
    </SentenceBar>
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
