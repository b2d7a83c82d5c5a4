/** The mark: a message that comes round again. */
export function Brand({ size = 18 }: { readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 18 18"
      fill="none"
      stroke="var(--accent)"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M15 9a6 6 0 1 1-2-4.5M15 1.8v3.6h-3.6" />
      <circle cx="9" cy="9" r="1.4" fill="var(--accent)" stroke="none" />
    </svg>
  );
}
