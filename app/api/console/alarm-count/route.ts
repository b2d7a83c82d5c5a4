import { alarmCountRead } from '@/lib/console/queries/alarms';

export const GET = alarmCountRead.GET;
