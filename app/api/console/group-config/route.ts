import { groupConfigRead } from '@/lib/console/reads/group-config';

export const GET = groupConfigRead.GET;
