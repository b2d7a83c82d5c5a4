import type { Metadata } from 'next';
import Link from 'next/link';
import { Gate } from '@/components/auth/gate';
import { TellOtherWindow } from '@/components/auth/tell-other-window';

export const metadata: Metadata = { title: 'Confirmed' };

/** The end of a sign-in in a window of its own: the window that asked goes on. */
export default function DonePage() {
  return (
    <Gate title="That is confirmed">
      <TellOtherWindow />
      <p className="text-2">Close this window and go on where you were. What you typed there is kept.</p>
      <Link href="/">Go on here instead</Link>
    </Gate>
  );
}
