import { groupConfigRead } from '@/lib/console/queries/group-config';

export const GET = groupConfigRead.GET;
