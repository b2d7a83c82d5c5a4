import { alarmChannelsRead } from '@/lib/console/reads/alarm-channels';

export const GET = alarmChannelsRead.GET;
