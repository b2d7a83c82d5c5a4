import { Banner } from '@/components/ui/banner';
import { Time } from '@/components/ui/time';
import type { GroupPause } from '@/lib/console/operations/groups/views';

/** On every page of a paused group. */
export function PausedBanner({ paused }: { readonly paused: GroupPause | null }) {
  if (paused === null) return null;
  return (
    <Banner tone="warning">
      <b>
        Paused by {paused.by} {paused.at === null ? 'at an unknown time' : <Time at={paused.at} withRelative />}.
      </b>{' '}
      No client receives a message of this group.{paused.reason === '' ? '' : ` “${paused.reason}”`}
    </Banner>
  );
}
