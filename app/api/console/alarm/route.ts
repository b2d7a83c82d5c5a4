import { alarmRead } from '@/lib/console/queries/alarms';

export const GET = alarmRead.GET;
