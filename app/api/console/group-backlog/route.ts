import { groupBacklogRead } from '@/lib/console/reads/backlog';

export const GET = groupBacklogRead.GET;
