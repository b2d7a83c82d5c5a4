import { alarmsRead } from '@/lib/console/reads/alarms';

export const GET = alarmsRead.GET;
