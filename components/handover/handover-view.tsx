'use client';

import { ClipboardList, Link as LinkIcon, Printer } from 'lucide-react';
import { MomentFilter } from '@/components/filters/moment-filter';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { usePacked } from '@/components/live/use-packed';
import { useWorkspace } from '@/components/live/use-workspace';
import { groupHref } from '@/components/parts/names';
import { Button, ButtonLink } from '@/components/ui/button';
import { useNow } from '@/components/ui/clock';
import { CopyButton } from '@/components/ui/copy-button';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { usePreferences } from '@/components/ui/preferences';
import { Said } from '@/components/ui/said';
import { SentenceBar } from '@/components/ui/sentence-bar';
import { Time, ZoneName } from '@/components/ui/time';
import type { HandoverView as View } from '@/lib/console/operations/handover/views';
import { between, pieces, t } from '@/lib/model/language/t';
import type { Packed } from '@/lib/model/packed';
import type { ReadResult } from '@/lib/model/read-result';
import { EventsPanel } from './events-panel';
import { permalinkOf, presetsOf, summaryOf } from './handover.model';
import { handoverText } from './handover-text.model';
import { OpenPanel } from './open-panel';
import { RunsPanel } from './runs-panel';

/** One shift on one page: what happened in a span, and what is open now. */
export function HandoverView({ packed }: { readonly packed: Packed<ReadResult<View>> }) {
  const initial = usePacked(packed);
  const url = useUrlParams();
  const workspace = useWorkspace();
  const { timeZone } = usePreferences();
  const now = useNow();
  const asked = { from: url.get('from'), to: url.get('to'), group: url.get('group') };
  const handover = useLiveQuery('handover', asked, {
    initial,
    live: { kinds: ['alarm', 'redrive', 'dead-letter', 'sample', 'group', 'setting'] },
  });
  const view = handover.data ?? initial.data;
  const { open, group } = view;
  const { bold, rest } = summaryOf(view);
  const isQuiet = open.kind !== 'unknown' && open.value.total === 0;
  const presets = presetsOf(now, timeZone);
  return (
    <>
      <PageHeader
        title={t('Handover')}
        marks={
          group === null ? null : (
            <Said
              of={pieces('of group {group}', { group: <Link href={groupHref(group, '', workspace)}>{group}</Link> })}
            />
          )
        }
        actions={
          <>
            <CopyButton
              text={() => handoverText(view, window.location.origin, workspace)}
              label={t('Copy as text')}
              showLabel
            />
            <CopyButton
              text={() => window.location.origin + permalinkOf(view, workspace)}
              label={t('Copy link')}
              showLabel
            />
            <Button variant="ghost" size="small" icon={Printer} onClick={() => window.print()}>
              {t('Print')}
            </Button>
          </>
        }
      >
        <Said
          of={pieces('{from} to {to}, {zone}', {
            from: <Time at={view.from} style="day-clock" />,
            to: <Time at={view.to} style="day-clock" />,
            zone: <ZoneName />,
          })}
        />
      </PageHeader>
      <div className="toolbar" role="group" aria-label={t('Period')}>
        {presets.map(({ name, from, to }) => {
          const isCurrent = (asked.from ?? '-12h') === from && asked.to === to;
          return (
            <ButtonLink
              key={name}
              href={url.href({ from, to })}
              size="small"
              variant={isCurrent ? 'default' : 'ghost'}
              aria-current={isCurrent ? 'page' : undefined}
            >
              {name}
            </ButtonLink>
          );
        })}
        <MomentFilter
          name={t('from')}
          label={t('From')}
          value={view.from}
          onChange={(from) => url.set({ from, to: view.to })}
        />
        <MomentFilter
          name={t('to')}
          label={t('To')}
          value={view.to}
          onChange={(to) => url.set({ from: view.from, to })}
        />
        {group === null ? null : (
          <ButtonLink href={url.href({ group: undefined })} size="small" icon={LinkIcon}>
            {t('All groups')}
          </ButtonLink>
        )}
      </div>
      <ReadProblem error={handover.error} onRetry={handover.retry} />
      <SentenceBar
        label={t('Summary')}
        tone={isQuiet ? 'quiet' : 'waiting'}
        icon={ClipboardList}
        sentence={
          <>
            <b>{bold}</b>
            {between()}
            {rest}
          </>
        }
      />
      <OpenPanel view={view} />
      <EventsPanel view={view} />
      <RunsPanel view={view} />
    </>
  );
}
