import { topicsRead } from '@/lib/console/queries/topics';

export const GET = topicsRead.GET;
