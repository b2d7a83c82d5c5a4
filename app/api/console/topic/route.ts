import { topicRead } from '@/lib/console/reads/topic';

export const GET = topicRead.GET;
