import { listDeadLettersRoute } from '@/lib/console/api/dead-letters';

export const GET = listDeadLettersRoute.handle;
