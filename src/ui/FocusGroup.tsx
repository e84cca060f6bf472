import type { ReactNode, Ref } from 'react';

interface FocusGroupProps {
  ref: Ref<HTMLDivElement>;
  label: string;
  /** The id of what is spoken behind the heading. */
  describedBy?: string | undefined;
  children: ReactNode;
}

/**
 * A heading that gets the focus when the control that had it is gone. The group around the heading is focused, not the
 * heading itself: when a focused control goes, Orca moves to the next text without a word. If the browser then focuses
 * that same text, Orca stays silent.
 */
export function FocusGroup({ ref, label, describedBy, children }: FocusGroupProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <hgroup> has this role only in engines since 2023
    <div ref={ref} role="group" tabIndex={-1} aria-label={label} aria-describedby={describedBy}>
      {children}
    </div>
  );
}
