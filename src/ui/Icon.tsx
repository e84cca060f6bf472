import type { ReactNode } from 'react';

/** Drawings on a 24 × 24 grid, strokes of 1.75 in the current colour; all of them are our own. */
const DRAWINGS = {
  instagram: (
    <>
      <rect x="3.5" y="3.5" width="17" height="17" rx="5" />
      <circle cx="12" cy="12" r="4" />
      <circle cx="16.9" cy="7.1" r="0.6" fill="currentColor" />
    </>
  ),
  facebook: <path d="M16.5 3.5h-2.2a4 4 0 0 0-4 4v13M7 12.2h8.2M14.2 3.5" />,
  tiktok: <path d="M13.2 3.5v11.7a3.9 3.9 0 1 1-3.9-3.9M13.2 3.5c.3 3 2.4 5.1 5.4 5.4" />,
  whatsapp: (
    <>
      <path d="M3.6 20.4 5 16.2A8.6 8.6 0 1 1 8.2 19.2Z" />
      <path d="M9.3 8.4c-.9 1.2-.4 2.9 1.4 4.8s3.7 2.6 4.9 1.700l.5-.9-1.9-1.4-1 .7c-.9-.4-1.7-1.2-2.1-2.100l.7-1-1.4-1.900Z" />
    </>
  ),
  'map-pin': (
    <>
      <path d="M12 21.200c4.4-4.3 6.7-7.9 6.7-11a6.7 6.7 0 1 0-13.4 0c0 3.1 2.3 6.7 6.7 11Z" />
      <circle cx="12" cy="10" r="2.4" />
    </>
  ),
  camera: (
    <>
      <path d="M3.5 8.500a2 2 0 0 1 2-2h2.300l1.5-2.300h5.400l1.5 2.300h2.300a2 2 0 0 1 2 2v8.700a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2Z" />
      <circle cx="12" cy="12.7" r="3.5" />
    </>
  ),
  close: <path d="m5.5 5.5 13 13m0-13-13 13" />,
  check: <path d="m4.5 12.8 4.8 4.800L19.5 7" />,
  chevron: <path d="m8.5 5 7 7-7 7" />,
  arrow: <path d="M4 12h16m-6.5-6.500L20 12l-6.5 6.5" />,
  trash: (
    <path d="M4 6.500h16M9.5 6.500v-2a1 1 0 0 1 1-1h3a1 1 0 0 1 1 1v2M6 6.500l.9 12.200a2 2 0 0 0 2 1.800h6.200a2 2 0 0 0 2-1.800L18 6.500M10 10.500v6m4-6v6" />
  ),
  retry: <path d="M19.8 12a7.8 7.8 0 1 1-2.3-5.500l2.3 2.300m0-5v5h-5" />,
  'wifi-off': (
    <>
      <path d="M3 9.500a14 14 0 0 1 5-3m4.5-.6a14 14 0 0 1 8.5 3.600M6 13.200a9.5 9.5 0 0 1 4-2.200m5.5.8a9.5 9.5 0 0 1 2.5 1.400M9 16.600a4.8 4.8 0 0 1 4.6-1M4 3.500l16 17" />
      <circle cx="12" cy="19.5" r="0.7" fill="currentColor" />
    </>
  ),
  'cloud-wait': (
    <>
      <path d="M9 19H6.800a4.3 4.3 0 0 1-.6-8.6 6 6 0 0 1 11.6-.6" />
      <circle cx="16.5" cy="16.5" r="4.5" />
      <path d="M16.5 14v2.700l1.7 1" />
    </>
  ),
  star: (
    <path
      d="m12 3.3 2.7 5.5 6 .9-4.3 4.2 1 6-5.4-2.8-5.4 2.8 1-6-4.3-4.2 6-.9Z"
      fill="currentColor"
    />
  ),
  'star-outline': <path d="m12 3.3 2.7 5.5 6 .9-4.3 4.2 1 6-5.4-2.8-5.4 2.8 1-6-4.3-4.2 6-.9Z" />,
  kitchen: (
    <path d="M3.5 4h17v6h-17ZM12 4v6M9.8 7.500V9m4.4-1.500V9M2.5 13.500h19M3.5 13.500v7h17v-7M12 13.500v7m-2.2-5V17m4.4-1.500V17" />
  ),
  vanity: (
    <path d="M7.5 3.500h9v7h-9ZM2.5 13.500h19M4 13.500v7h16v-7M12 16v4.500M9.8 17v1.500m4.4-1.500v1.5" />
  ),
  laundry: (
    <>
      <rect x="4" y="3.5" width="16" height="17" rx="1.5" />
      <circle cx="12" cy="13.5" r="4.2" />
      <path d="M7 6.700h2.500m6 0H17M8.5 14.200c1.2-1 2.3-1 3.5 0s2.3 1 3.5 0" />
    </>
  ),
  island: (
    <path d="M2.5 11h19M4 11v9.500h16V11M9.3 11v9.500m5.4-9.500v9.500M12 2.500v2m-2.5 2.6 1-2.600h3l1 2.600Z" />
  ),
  doors: (
    <>
      <rect x="3.5" y="3.5" width="17" height="17" rx="1" />
      <path d="M12 3.500v17M6 6.500h3.500v11H6Zm8.5 0H18v11h-3.500Z" />
    </>
  ),
  hardware: (
    <path d="M5.5 8.500a2 2 0 1 1 2.5 2v2.200a1.3 1.3 0 0 0 1.3 1.300h5.400a1.3 1.3 0 0 0 1.3-1.300v-2.200a2 2 0 1 1 2.5-2M4 19.500h16" />
  ),
  color: (
    <>
      <rect x="4" y="3.5" width="13" height="5.5" rx="1.5" />
      <path d="M17 6.200h3v5.300h-8.500v3M10 14.500h3v6h-3Z" />
    </>
  ),
  plus: <path d="M12 4.500v15M4.5 12h15" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof DRAWINGS;

/** What an unknown name (a service type's `icon` may be anything) is drawn as: a plain shaker door. */
const NEUTRAL = (
  <>
    <rect x="5" y="3.5" width="14" height="17" rx="1.5" />
    <path d="M8 6.500h8v11H8Z" />
  </>
);

interface IconProps {
  name: IconName | (string & {});
  /** Width and height in CSS pixels or any CSS length; 1.5em unless told. */
  size?: number | string;
  className?: string | undefined;
}

/** An inline icon, hidden from screen readers: the text beside it says what it means. */
export function Icon({ name, size = '1.5em', className }: IconProps) {
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
      focusable="false"
    >
      {Object.hasOwn(DRAWINGS, name) ? DRAWINGS[name as IconName] : NEUTRAL}
    </svg>
  );
}
