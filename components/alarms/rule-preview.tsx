'use client';

import { useEffect, useState } from 'react';
import { Later } from '@/components/charts/later';
import { sendAction } from '@/components/form/send-action';
import { formatDuration } from '@/components/ui/duration.model';
import { Time } from '@/components/ui/time';
import { UnknownMark } from '@/components/ui/unknown-mark';
import { previewAlarmRuleAction } from '@/lib/console/actions/alarms';
import { amountText } from '@/lib/model/alarm/amount';
import { useWorkspace } from '@/components/live/use-workspace';
import type { RuleFields } from '@/lib/model/alarm/defaults';
import type { RulePreview } from '@/lib/model/alarm/preview';
import styles from './alarms.module.css';
import { Said } from '@/components/ui/said';
import { pieces, t } from '@/lib/model/language/t';

const WAIT_MS = 400;
const PICTURE_PX = 150;
const loadPicture = () => import('./preview-picture');
const SHOWN = 6;

type Asked = { readonly preview: RulePreview } | { readonly failure: string } | null;

/** "Would have fired 3 times in 7 days", with the numbers it comes from. */
export function RulePreviewPanel({ fields }: { readonly fields: RuleFields & { channelIds: number[] | null } }) {
  const [asked, setAsked] = useState<Asked>(null);
  const workspace = useWorkspace();
  const key = JSON.stringify(fields);
  useEffect(() => {
    let gone = false;
    const timer = setTimeout(() => {
      const ask = () => previewAlarmRuleAction(JSON.parse(key) as typeof fields, workspace);
      void sendAction(ask, { asPerson: false }).then((result) => {
        if (!gone) setAsked(result.ok ? { preview: result.data } : { failure: result.error.message });
      });
    }, WAIT_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [key, workspace]);
  return (
    <div className={`panel-body ${styles.preview}`} role="region" aria-label={t('Preview')}>
      {asked === null ? (
        <p className="small text-3">{t('Checking the last 7 days…')}</p>
      ) : 'failure' in asked ? (
        <p className="small text-3">
          <UnknownMark /> {t('No preview: {reason}', { reason: asked.failure })}
        </p>
      ) : (
        <Preview preview={asked.preview} fields={fields} />
      )}
    </div>
  );
}

/** The time before a history begins is no gap. */
const KNOWN_SLACK_MS = 600_000;

function isPartlyKnown({ fromMs, knownFromMs }: RulePreview): boolean {
  return knownFromMs === null || knownFromMs - fromMs > KNOWN_SLACK_MS;
}

/** "3 times in 7 days", or in as much of them as is known. */
function previewSpan(preview: RulePreview, times: number): string {
  const { knownFromMs, untilMs } = preview;
  if (!isPartlyKnown(preview) || knownFromMs === null)
    return t('Would have fired {times, plural, one {# time} other {# times}} in 7 days', { times });
  return t('Would have fired {times, plural, one {# time} other {# times}} in the last {duration}', {
    ...{ times, duration: formatDuration(untilMs - knownFromMs) },
  });
}

function Preview({ preview, fields }: { readonly preview: RulePreview; readonly fields: RuleFields }) {
  const { firings, times, chart } = preview;
  if (firings === null)
    return (
      <p className="small text-3">
        <UnknownMark /> {t('No preview: {reason}', { reason: preview.reason ?? '' })}
      </p>
    );
  const known = chart?.points.some(({ value }) => value !== null) ?? false;
  return (
    <>
      <div className="row wrap">
        <b>{previewSpan(preview, times)}</b>
        <span className="tiny text-3">
          {preview.more
            ? t('from the history of the first {count, plural, one {# subject} other {# subjects}}', {
                count: preview.subjects,
              })
            : t('from the history of {count, plural, one {# subject} other {# subjects}}', { count: preview.subjects })}
        </span>
      </div>
      {isPartlyKnown(preview) ? (
        <p className="small text-3">
          <UnknownMark />{' '}
          <Said
            of={pieces('Unknown before {time}: no history of this value is kept.', {
              time: <Time at={new Date(preview.knownFromMs ?? preview.untilMs).toISOString()} style="day-clock" />,
            })}
          />
        </p>
      ) : null}
      {chart === null || !known ? (
        <p className="small text-3">{t('No history of the last 7 days is kept.')}</p>
      ) : (
        <figure aria-label={t('Highest values of {subject}', { subject: chart.subject })}>
          <Later load={loadPicture} heightPx={PICTURE_PX}>
            {({ PreviewPicture }) => (
              <PreviewPicture
                {...{ preview, points: chart.points, threshold: fields.threshold }}
                heightPx={PICTURE_PX}
              />
            )}
          </Later>
          <figcaption className="tiny text-3">
            {t('{subject}, highest value of each interval', { subject: chart.subject })}
          </figcaption>
        </figure>
      )}
      <div className={styles.firings}>
        {firings.slice(-SHOWN).map(({ subject, fromMs, untilMs, peak }) => (
          <FiringLine key={`${subject} ${fromMs}`} {...{ subject, fromMs, untilMs, peak, fields }} />
        ))}
      </div>
      {times > SHOWN ? (
        <p className="tiny text-3">{t('Only the last {count, number} are shown.', { count: SHOWN })}</p>
      ) : null}
    </>
  );
}

interface FiringLineProps {
  readonly subject: string;
  readonly fromMs: number;
  readonly untilMs: number | null;
  readonly peak: number | null;
  readonly fields: RuleFields;
}

function FiringLine({ subject, fromMs, untilMs, peak, fields }: FiringLineProps) {
  return (
    <>
      <span>
        <Time at={new Date(fromMs).toISOString()} style="day-clock" />
      </span>
      <span className="text-2">
        {t('{duration}, {subject}, peak {amount}', {
          duration: untilMs === null ? t('still firing') : formatDuration(untilMs - fromMs),
          ...{ subject, amount: amountText(fields.watch, peak) },
        })}
      </span>
    </>
  );
}
