import { Banner } from '@/components/ui/banner';
import { Time } from '@/components/ui/time';
import type { GroupPause } from '@/lib/console/operations/groups/views';
import { between, pieces, quoted } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

/** On every page of a paused group. */
export function PausedBanner({ paused }: { readonly paused: GroupPause | null }) {
  if (paused === null) return null;
  return (
    <Banner tone="warning">
      <Said
        of={
          paused.at === null
            ? pieces('<b>Paused by {name} at an unknown time.</b> No client receives a message of this group.', {
                name: paused.by,
              })
            : pieces('<b>Paused by {name} {time}.</b> No client receives a message of this group.', {
                name: paused.by,
                time: <Time at={paused.at} withRelative />,
              })
        }
      />
      {paused.reason === '' ? '' : `${between()}${quoted(paused.reason)}`}
    </Banner>
  );
}
