import { topicBacklogRead } from '@/lib/console/reads/backlog';

export const GET = topicBacklogRead.GET;
