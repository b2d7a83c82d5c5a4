import { topicsRead } from '@/lib/console/reads/topics';

export const GET = topicsRead.GET;
