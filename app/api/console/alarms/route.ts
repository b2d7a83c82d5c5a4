import { alarmsRead } from '@/lib/console/queries/alarms';

export const GET = alarmsRead.GET;
