/** The widths in pixels of the files of a work's picture; the last is the full size. The owner's tools, the worker. */
export const WORK_WIDTHS = [480, 960, 1600] as const;

/** The size in pixels of a picture that links show (Open Graph). The owner's tools, the build, the page. */
export const LINK_PICTURE = { width: 1200, height: 630 } as const;
