'use client';

import { Later } from '@/components/charts/later';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { usePastBrake } from '@/components/live/use-past';
import { Banner } from '@/components/ui/banner';
import { ButtonLink } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime, Time, ZoneName } from '@/components/ui/time';
import type { HandoverView } from '@/lib/console/operations/handover/views';
import type { PastView as View } from '@/lib/console/operations/backlog/past';
import type { ReadResult } from '@/lib/model/read-result';
import { pastWords } from './past.model';
import { Said } from '@/components/ui/said';
import { pieces, t } from '@/lib/model/language/t';

interface PastViewProps {
  /** Null: a frame stands above it. */
  readonly title: string | null;
  readonly past: ReadResult<View>;
  /** The hours before. */
  readonly before: ReadResult<HandoverView>;
}

const loadParts = () => import('./past-parts');

/** Now, the groups or one group as they were. Nothing here is read again, and nothing acts. */
export function PastView({ title, past, before }: PastViewProps) {
  usePastBrake();
  const url = useUrlParams();
  const { asOf } = past.data;
  return (
    <>
      {title === null ? null : <PageHeader title={title} />}
      <Banner
        tone="warning"
        action={
          <ButtonLink href={url.href({ asOf: undefined })} variant="primary" size="small">
            {t('Back to now')}
          </ButtonLink>
        }
      >
        <Said
          of={pieces(
            `<b>This page shows {time} ({zone}, {distance}).</b> It is not updated, and nothing can be changed on it.
            {more}`,
            {
              time: <Time at={asOf} style="day-clock" />,
              zone: <ZoneName />,
              distance: <RelativeTime at={asOf} />,
              more: pastWords(past.data),
            },
          )}
        />
      </Banner>
      <Later load={loadParts} heightPx={360}>
        {({ PastParts }) => <PastParts past={past} before={before} />}
      </Later>
    </>
  );
}
