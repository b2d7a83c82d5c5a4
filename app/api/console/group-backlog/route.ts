import { groupBacklogRead } from '@/lib/console/queries/backlog';

export const GET = groupBacklogRead.GET;
