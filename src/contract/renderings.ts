/** The size in pixels of a picture that links show (Open Graph). The owner's tools, the build, the page. */
export const LINK_PICTURE = { width: 1200, height: 630 } as const;
