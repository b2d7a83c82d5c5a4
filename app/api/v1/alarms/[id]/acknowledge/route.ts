import { acknowledgeAlarmRoute } from '@/lib/console/api/alarms';

export const POST = acknowledgeAlarmRoute.handle;
