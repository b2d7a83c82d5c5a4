import { listAlarmsRoute } from '@/lib/console/api/alarms';

export const GET = listAlarmsRoute.handle;
