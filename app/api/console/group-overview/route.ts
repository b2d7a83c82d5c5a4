import { groupOverviewRead } from '@/lib/console/queries/group';

export const GET = groupOverviewRead.GET;
