import { producerRetryRead } from '@/lib/console/queries/producer-retry';

export const GET = producerRetryRead.GET;
