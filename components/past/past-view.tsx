'use client';

import { Later } from '@/components/charts/later';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { usePastBrake } from '@/components/live/use-past';
import { Banner } from '@/components/ui/banner';
import { ButtonLink } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { Time, ZoneName } from '@/components/ui/time';
import type { HandoverView } from '@/lib/console/operations/handover/views';
import type { PastView as View } from '@/lib/console/operations/backlog/past';
import type { ReadResult } from '@/lib/model/read-result';
import { pastWords } from './past.model';

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
            Back to now
          </ButtonLink>
        }
      >
        <b>
          You look at <Time at={asOf} style="day-clock" withRelative /> (<ZoneName />
          ).
        </b>{' '}
        Nothing is updated on this page, and nothing can be changed. {pastWords(past.data)}
      </Banner>
      <Later load={loadParts} heightPx={360}>
        {({ PastParts }) => <PastParts past={past} before={before} />}
      </Later>
    </>
  );
}
