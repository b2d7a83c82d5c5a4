import { answerMcp } from '@/lib/console/mcp/answer-mcp';

export const dynamic = 'force-dynamic';

export { answerMcp as DELETE, answerMcp as GET, answerMcp as POST };
