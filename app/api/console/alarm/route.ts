import { alarmRead } from '@/lib/console/reads/alarms';

export const GET = alarmRead.GET;
