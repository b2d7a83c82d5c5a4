import { deleteAlarmChannelRoute, putAlarmChannelRoute } from '@/lib/console/api/alarm-channels';

export const PUT = putAlarmChannelRoute.handle;
export const DELETE = deleteAlarmChannelRoute.handle;
