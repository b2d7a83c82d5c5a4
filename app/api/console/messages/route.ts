import { messagesRead } from '@/lib/console/queries/messages';

export const GET = messagesRead.GET;
