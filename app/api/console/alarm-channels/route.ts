import { alarmChannelsRead } from '@/lib/console/queries/alarm-channels';

export const GET = alarmChannelsRead.GET;
