import type { ReactNode } from 'react';

const STAR = 'm12 3.3 2.7 5.5 6 .9-4.3 4.2 1 6-5.4-2.8-5.4 2.8 1-6-4.3-4.2 6-.9Z';

/**
 * Drawings on a 24 × 24 grid, with strokes of 1.75 in the current colour. We have drawn all of them. A string is the
 * data of one path.
 */
const DRAWINGS = {
  instagram: (
    <>
      <rect x="3.5" y="3.5" width="17" height="17" rx="5" />
      <circle cx="12" cy="12" r="4" />
      <circle cx="16.9" cy="7.1" r="0.6" fill="currentColor" />
    </>
  ),
  facebook: 'M16.5 3.5h-2.2a4 4 0 0 0-4 4v13M7 12.2h8.2M14.2 3.5',
  tiktok: 'M13.2 3.5v11.7a3.9 3.9 0 1 1-3.9-3.9M13.2 3.5c.3 3 2.4 5.1 5.4 5.4',
  whatsapp:
    'M3.6 20.4 5 16.2A8.6 8.6 0 1 1 8.2 19.2ZM9.3 8.4c-.9 1.2-.4 2.9 1.4 4.8s3.7 2.6 4.9 1.7l.5-.9-1.9-1.4-1 .7c-.9-.4-1.7-1.2-2.1-2.1l.7-1-1.4-1.9Z',
  phone:
    'M8.6 4.2 6.3 4a2 2 0 0 0-2.1 2c.3 7.6 6.2 13.5 13.8 13.8a2 2 0 0 0 2-2.1l-.2-2.3-4.1-1.6-1.9 1.9a12.5 12.5 0 0 1-5.5-5.5l1.9-1.9Z',
  'map-pin':
    'M12 21.2c4.4-4.3 6.7-7.9 6.7-11a6.7 6.7 0 1 0-13.4 0c0 3.1 2.3 6.7 6.7 11ZM9.6 10a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0Z',
  camera:
    'M3.5 8.5a2 2 0 0 1 2-2h2.3l1.5-2.3h5.4l1.5 2.3h2.3a2 2 0 0 1 2 2v8.7a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2ZM8.5 12.7a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0Z',
  alert: (
    <>
      <circle cx="12" cy="12" r="8.7" />
      <path d="M12 7.5v5.2" />
      <circle cx="12" cy="16.2" r="0.5" fill="currentColor" />
    </>
  ),
  close: 'm5.5 5.5 13 13m0-13-13 13',
  check: 'm4.5 12.8 4.8 4.8L19.5 7',
  chevron: 'm8.5 5 7 7-7 7',
  arrow: 'M4 12h16m-6.5-6.5L20 12l-6.5 6.5',
  trash:
    'M4 6.5h16M9.5 6.5v-2a1 1 0 0 1 1-1h3a1 1 0 0 1 1 1v2M6 6.5l.9 12.2a2 2 0 0 0 2 1.8h6.2a2 2 0 0 0 2-1.8L18 6.5M10 10.5v6m4-6v6',
  retry: 'M19.8 12a7.8 7.8 0 1 1-2.3-5.5l2.3 2.3m0-5v5h-5',
  'wifi-off': (
    <>
      <path d="M3 9.5a14 14 0 0 1 2.8-1.9m5-2a14 14 0 0 1 10.2 3.9M6 13.2a9.5 9.5 0 0 1 3.3-2.1m5.3.1a9.5 9.5 0 0 1 3.4 2M9 16.6a4.8 4.8 0 0 1 4-1.5M4 3.5l16 17" />
      <circle cx="12" cy="19.5" r="0.7" fill="currentColor" />
    </>
  ),
  'cloud-wait':
    'M9 19H6.8a4.3 4.3 0 0 1-.6-8.6 6 6 0 0 1 11.6-.6M12 16.5a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0ZM16.5 14v2.7l1.7 1',
  star: <path d={STAR} fill="currentColor" />,
  'star-outline': STAR,
  kitchen:
    'M3.5 4h17v6h-17ZM12 4v6M9.8 7.5V9m4.4-1.5V9M2.5 13.5h19M3.5 13.5v7h17v-7M12 13.5v7m-2.2-5V17m4.4-1.5V17',
  brush:
    'M9.5 9.5l6.2-6.2a1.7 1.7 0 0 1 2.4 0l2.6 2.6a1.7 1.7 0 0 1 0 2.4l-6.2 6.2ZM9.5 9.5l5 5c-.6 3.6-4.5 5.9-11 6 1.3-1.2 1.5-2.3 1.5-4.2 0-3.4 1.7-6.4 4.5-6.8Z',
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof DRAWINGS;

/** A plain shaker door, drawn for an unknown name: a service type's `icon` may be anything. */
const FALLBACK_DRAWING = (
  <>
    <rect x="5" y="3.5" width="14" height="17" rx="1.5" />
    <path d="M8 6.5h8v11H8Z" />
  </>
);

interface DrawingProps {
  /** Width and height, in CSS pixels or as a CSS length. The default is 1.5em. */
  size?: number | string;
  className?: string | undefined;
}

export interface IconProps extends DrawingProps {
  name: IconName | (string & {});
}

/** An inline icon. Screen readers do not see it, so the text beside it must say what it means. */
export function Icon({ name, ...props }: IconProps) {
  const drawing = Object.keys(DRAWINGS).includes(name)
    ? DRAWINGS[name as IconName]
    : FALLBACK_DRAWING;
  return (
    <Drawing {...props}>{typeof drawing === 'string' ? <path d={drawing} /> : drawing}</Drawing>
  );
}

export function Drawing({
  size = '1.5em',
  className,
  children,
}: DrawingProps & { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

/** The logo: one shaker door, its left half before and its right half after the refinishing. */
export function Logo({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 36 36" width={size} height={size} aria-hidden="true">
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
