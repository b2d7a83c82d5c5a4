import { scheduledRead } from '@/lib/console/queries/scheduled';

export const GET = scheduledRead.GET;
