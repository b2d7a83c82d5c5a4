import type { Metadata } from 'next';
import { ChannelsView } from '@/components/alarms/channels-view';
import { alarmChannelsRead } from '@/lib/console/queries/alarm-channels';
import { requirePermission } from '@/lib/console/session';

export const metadata: Metadata = { title: 'Alarm channels' };

export default async function AlarmChannelsPage() {
  await requirePermission('alarm-channel:manage');
  return <ChannelsView initial={await alarmChannelsRead.load({})} />;
}
