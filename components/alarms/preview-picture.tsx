'use client';

import { Area, AreaChart, ReferenceLine, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { axis, TIME_END_PX, valueAxis } from '@/components/charts/look';
import { usePreferences } from '@/components/ui/preferences';
import { formatTime } from '@/components/ui/time.model';
import type { RulePreview } from '@/lib/model/alarm/preview';
import { t } from '@/lib/model/language/t';

interface PreviewPictureProps {
  readonly preview: Pick<RulePreview, 'fromMs' | 'untilMs'>;
  readonly points: NonNullable<RulePreview['chart']>['points'];
  readonly threshold: number;
  readonly heightPx: number;
}

export function PreviewPicture({ preview, points, threshold, heightPx }: PreviewPictureProps) {
  const { timeZone } = usePreferences();
  const day = (ms: number): string => {
    const iso = new Date(ms).toISOString();
    return formatTime(iso, timeZone, 'day', ms);
  };
  return (
    <ResponsiveContainer width="100%" height={heightPx}>
      <AreaChart
        data={[...points]}
        margin={{ top: 8, right: TIME_END_PX, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <XAxis
          {...axis}
          dataKey="atMs"
          type="number"
          domain={[preview.fromMs, preview.untilMs]}
          tickFormatter={day}
          minTickGap={40}
        />
        <YAxis {...valueAxis} domain={[0, (most: number) => Math.max(most, threshold * 1.2)]} />
        <Area
          dataKey="value"
          type="stepAfter"
          stroke="var(--dlq-solid)"
          fill="var(--dlq-solid)"
          fillOpacity={0.25}
          isAnimationActive={false}
          connectNulls={false}
        />
        <ReferenceLine
          y={threshold}
          stroke="var(--text)"
          label={{ value: t('threshold'), fontSize: 11, position: 'insideTopLeft', fill: 'var(--text)' }}
        />
      </AreaChart>
    </ResponsiveContainer>
  );
}
