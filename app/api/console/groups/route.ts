import { groupsRead } from '@/lib/console/queries/groups';

export const GET = groupsRead.GET;
