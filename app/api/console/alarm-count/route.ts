import { alarmCountRead } from '@/lib/console/reads/alarms';

export const GET = alarmCountRead.GET;
