import type { LucideIcon } from 'lucide-react';

interface IconProps {
  readonly of: LucideIcon;
  readonly size?: number;
  readonly className?: string;
}

/** Lucide at our stroke. Decorative: the word beside it carries the meaning. */
export function Icon({ of: Shape, size = 14, className }: IconProps) {
  return (
    <Shape
      size={size}
      strokeWidth={2.1}
      aria-hidden="true"
      focusable="false"
      {...(className === undefined ? {} : { className })}
    />
  );
}
