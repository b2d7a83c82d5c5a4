import { downloadMessageBody } from '@/lib/console/queries/message-body';

export const GET = downloadMessageBody;
