import { producerRetryRead } from '@/lib/console/reads/producer-retry';

export const GET = producerRetryRead.GET;
