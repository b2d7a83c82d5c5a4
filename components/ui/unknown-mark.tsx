/** Dashed ring with a question mark: the shape of "unknown", drawn nowhere else. */
export function UnknownMark({ size = 13 }: { readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <circle cx="8" cy="8" r="6.4" strokeDasharray="2.4 2" />
      <path d="M6.4 6.4a1.7 1.7 0 1 1 2.3 1.6c-.5.2-.7.5-.7 1M8 11.2v.1" />
    </svg>
  );
}
