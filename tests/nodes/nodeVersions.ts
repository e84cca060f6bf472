/** The versions of Node on which all of this is proven (README.md). The first is the oldest that may be used. */
export const NODES = ['20.19', '22', '24', '26'];

/** Those that `.ci/run` takes beside its own: the ones that have long support ahead. */
export const OTHER_NODES = ['24', '26'];
