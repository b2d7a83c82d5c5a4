import { testAlarmChannelRoute } from '@/lib/console/api/alarm-channels';

export const POST = testAlarmChannelRoute.handle;
