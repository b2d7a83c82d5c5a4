import { answerStep } from '@/lib/console/api/session';

export const dynamic = 'force-dynamic';

export { answerStep as GET, answerStep as POST };
