import { groupOverviewRead } from '@/lib/console/reads/group';

export const GET = groupOverviewRead.GET;
