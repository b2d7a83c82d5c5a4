import { createAlarmChannelRoute, listAlarmChannelsRoute } from '@/lib/console/api/alarm-channels';

export const GET = listAlarmChannelsRoute.handle;
export const POST = createAlarmChannelRoute.handle;
