import type { ReviewAreaProps } from '../features/work/WorkPage';

/** The place for writing a review on a work's page. */
export function reviewArea(_props: ReviewAreaProps) {
  return null;
}
