import { scheduledRead } from '@/lib/console/reads/scheduled';

export const GET = scheduledRead.GET;
