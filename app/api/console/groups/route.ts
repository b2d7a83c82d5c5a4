import { groupsRead } from '@/lib/console/reads/groups';

export const GET = groupsRead.GET;
