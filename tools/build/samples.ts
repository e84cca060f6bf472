/** The alternative texts of sample pictures start with this. Pages mark such pictures (src/ui/Picture.module.css). */
export const SAMPLE = 'Sample illustration';

/** Whether a picture with this alternative text is one of the samples. */
export const isSample = (alt = ''): boolean => alt.startsWith(SAMPLE);
