import type { Metadata } from 'next';
import { ChannelsView } from '@/components/alarms/channels-view';
import { UnansweredPage } from '@/components/live/unanswered';
import { BadAddress } from '@/components/ui/bad-address';
import { alarmChannelsRead } from '@/lib/console/reads/alarm-channels';
import { visitPage } from '@/lib/console/pages/visit-page';

export const metadata: Metadata = { title: 'Alarm channels' };

const TITLE = 'Alarm channels';

export default async function AlarmChannelsPage() {
  const visit = await visitPage('alarm-channel:manage', () => alarmChannelsRead.load({}));
  if (visit.kind === 'refused') return <BadAddress title={TITLE} refusal={visit.refusal} href="/alarms/channels" />;
  if (visit.kind === 'unanswered')
    return <UnansweredPage title={TITLE} parts={['Channels', 'Delivery log']} {...visit} />;
  return <ChannelsView initial={visit.data} />;
}
