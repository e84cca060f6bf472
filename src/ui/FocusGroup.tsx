import type { ReactNode, Ref } from 'react';

interface FocusGroupProps {
  ref: Ref<HTMLDivElement>;
  /** The heading's words. */
  label: string;
  /** The id of what is spoken behind them. */
  describedBy?: string;
  /** The heading. */
  children: ReactNode;
}

/**
 * A heading to which the focus is moved when what had it is gone. This group takes it for the heading: Orca takes the
 * first text behind what has gone for the place of the focus, and says nothing when the focus comes there.
 */
export function FocusGroup({ ref, label, describedBy, children }: FocusGroupProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <hgroup> has this role only in engines since 2023
    <div ref={ref} role="group" tabIndex={-1} aria-label={label} aria-describedby={describedBy}>
      {children}
    </div>
  );
}
