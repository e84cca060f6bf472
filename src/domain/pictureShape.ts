import type { WorkImage } from './types';

type Sized = Pick<WorkImage, 'width' | 'height'>;

/** Width by height; not a number where a size is missing. */
const ratioOf = ({ width = 0, height = 0 }: Sized = {}) => width / height;

/**
 * Whether two pictures of a pair are of other shapes, by more than a camera's rounding: the slider would not show the same
 * part of both. False where a size is not known.
 */
export const hasOtherShape = (one: Sized | undefined, other: Sized | undefined): boolean =>
  Math.abs(ratioOf(one) / ratioOf(other) - 1) > 0.02;
