'use client';

import { Said } from '@/components/ui/said';
import { msg, pieces, t } from '@/lib/model/language/t';
import { Check, Play, RotateCcw, Undo2, X } from 'lucide-react';
import { useNow } from '@/components/ui/clock';
import { Icon } from '@/components/ui/icon';
import { Time, ZoneName } from '@/components/ui/time';
import type { MessageTimeline } from '@/lib/model/message/timeline';
import styles from './strip.module.css';
import { type StripMark, stripOf } from './strip.model';

const icons = {
  failed: X,
  restarted: RotateCcw,
  revoked: Undo2,
  dead: X,
  death: X,
  consumed: Check,
  running: Play,
  future: null,
} as const;
const words = {
  failed: msg('failed'),
  restarted: msg('acknowledged too early'),
  revoked: msg('taken back'),
  dead: msg('moved to the DLQ'),
  death: msg('moves to the DLQ'),
  consumed: msg('consumed'),
  running: msg('in flight'),
  future: msg('if the previous attempts fail'),
} as const;

/** Past solid, the lease as a band, future hollow: one axis of time, which says how it is drawn. */
export function Strip({ timeline }: { readonly timeline: MessageTimeline }) {
  const strip = stripOf(timeline, useNow());
  if (strip === null) return null;
  const open = timeline.prediction !== null;
  const next = strip.marks.find(({ kind }) => kind === 'future');
  const firstX = strip.marks[0]?.x ?? 0;
  return (
    <div className={styles.stripRoom} tabIndex={0} role="group" aria-label={t('Attempts over time')}>
      <div className={styles.strip} role="img" aria-label={strip.alt}>
        <span className={styles.axisName}>
          <Said of={pieces('square-root time axis, {zone}', { zone: <ZoneName /> })} />
        </span>
        {strip.ticks.map((tick) => (
          <span key={tick.at}>
            <span className={styles.tick} style={{ left: `${tick.x}%` }} />
            <span className={styles.tickTime} style={{ left: `${tick.x}%` }}>
              <Time at={tick.at} />
            </span>
          </span>
        ))}
        <span className={styles.axis} />
        <span
          className={styles.past}
          style={{ left: `${firstX}%`, width: `${Math.max(0, (open ? strip.nowX : 98) - firstX)}%` }}
          hidden={firstX > strip.nowX}
        />
        {strip.lease === null ? null : (
          <span
            className={styles.lease}
            style={{ left: `${strip.lease.from}%`, width: `${Math.max(0.6, strip.lease.to - strip.lease.from)}%` }}
          />
        )}
        {open ? (
          <>
            <span className={styles.now} style={{ left: `${strip.nowX}%` }} />
            <span className={styles.nowLabel} style={{ left: `${Math.min(96, Math.max(4, strip.nowX))}%` }}>
              {t('now')}
            </span>
          </>
        ) : null}
        {strip.marks.map((mark) => (
          <Mark key={`${mark.kind} ${mark.attempt ?? ''}`} mark={mark} isNext={mark === next} />
        ))}
      </div>
    </div>
  );
}

function Mark({ mark, isNext }: { readonly mark: StripMark; readonly isNext: boolean }) {
  const icon = icons[mark.kind];
  const left = { left: `${mark.x}%` };
  return (
    <>
      {mark.label === null ? null : (
        <span className={styles.markLabel} style={left}>
          {mark.label}
        </span>
      )}
      <span className={styles.mark} data-kind={mark.kind} style={left} title={titleOf(mark)}>
        {icon === null ? null : <Icon of={icon} size={11} />}
      </span>
      {mark.showTime ? (
        <span className={styles.markTime} style={left}>
          {isNext ? <Said of={pieces('next {at}', { at: <Time at={mark.at} /> })} /> : <Time at={mark.at} />}
        </span>
      ) : null}
      {mark.kind === 'death' ? (
        <span className={styles.deathLabel} style={{ left: `${mark.x + 1}%` }}>
          <Said of={pieces('DLQ at {at}', { at: <Time at={mark.at} /> })} />
        </span>
      ) : null}
    </>
  );
}

function titleOf({ attempt, kind }: StripMark): string {
  const state = t(words[kind]);
  return attempt === null ? state : t('Attempt {attempt}: {state}', { attempt, state });
}
