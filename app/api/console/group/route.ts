import { groupRead } from '@/lib/console/queries/group';

export const GET = groupRead.GET;
