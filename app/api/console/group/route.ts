import { groupRead } from '@/lib/console/reads/group';

export const GET = groupRead.GET;
