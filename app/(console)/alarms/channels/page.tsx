import type { Metadata } from 'next';
import { consolePage } from '@/app/(console)/console-page';
import { ChannelsView } from '@/components/alarms/channels-view';
import { reads } from '@/lib/console/reads/registry';

export const metadata: Metadata = { title: 'Alarm channels' };

export default function AlarmChannelsPage() {
  return consolePage({
    permission: 'alarm-channel:manage',
    areas: ['alarms'],
    title: 'Alarm channels',
    href: '/alarms/channels',
    parts: ['Channels', 'Delivery log'],
    load: () => reads.alarmChannels.load({}),
    show: (initial) => <ChannelsView initial={initial} />,
  });
}
