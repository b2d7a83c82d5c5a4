import { messageRead } from '@/lib/console/queries/message';

export const GET = messageRead.GET;
