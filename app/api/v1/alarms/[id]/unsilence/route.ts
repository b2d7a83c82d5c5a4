import { unsilenceAlarmRoute } from '@/lib/console/api/alarms';

export const POST = unsilenceAlarmRoute.handle;
