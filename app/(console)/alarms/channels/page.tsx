import { consolePage } from '@/app/(console)/console-page';
import { ChannelsView } from '@/components/alarms/channels-view';
import { reads } from '@/lib/console/reads/registry';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Alarm channels');

export default function AlarmChannelsPage() {
  return consolePage({
    permission: 'alarm-channel:manage',
    areas: ['alarms'],
    title: msg('Alarm channels'),
    href: '/alarms/channels',
    parts: [msg('Channels'), msg('Delivery log')],
    load: () => reads.alarmChannels.load({}),
    show: (initial) => <ChannelsView initial={initial} />,
  });
}
