/** The widths in pixels of the files of a work's picture; the last is the full size. The owner's tools, the worker. */
export const WORK_WIDTHS = [480, 960, 1600] as const;
