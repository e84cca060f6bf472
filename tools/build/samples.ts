/** What the alternative texts of sample pictures start with; pages mark those (src/ui/Picture.module.css). */
export const SAMPLE = 'Sample illustration';

/** Whether a picture with this alternative text is one of the samples. */
export const isSample = (alt = ''): boolean => alt.startsWith(SAMPLE);
