/** The mark: one shaker door, half as it came and half as it left the workshop. */
export function Logo({ size = 36 }: { size?: number }) {
  return (
    <svg viewBox="0 0 36 36" width={size} height={size} aria-hidden="true" focusable="false">
      <rect width="36" height="36" rx="7" fill="#2f4a43" />
      <path d="M7 0h11v36H7a7 7 0 0 1-7-7V7a7 7 0 0 1 7-7Z" fill="#b9782f" />
      <rect
        x="6.5"
        y="6.5"
        width="23"
        height="23"
        rx="2"
        fill="none"
        stroke="#fff"
        strokeOpacity=".55"
        strokeWidth="1.5"
      />
      <path d="M18 0v36" stroke="#f6f2ea" strokeWidth="1.5" />
      <circle cx="23" cy="18" r="1.9" fill="#e3b878" />
    </svg>
  );
}
