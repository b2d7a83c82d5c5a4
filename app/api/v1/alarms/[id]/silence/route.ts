import { silenceAlarmRoute } from '@/lib/console/api/alarms';

export const POST = silenceAlarmRoute.handle;
