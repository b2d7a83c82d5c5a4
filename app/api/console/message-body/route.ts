import { messageBodyRead } from '@/lib/console/queries/message-body';

export const GET = messageBodyRead.GET;
