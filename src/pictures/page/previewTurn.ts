/** How the preview of a chosen WebP is turned, because browsers do not turn it. Import lazily only. */
import { isOnItsSide } from '../orientation';
import { orientationOfWebp } from '../webp';

export interface PreviewTurn {
  transform: string;
  /** Whether width and height change places; then `transform` expects the preview's corner in the middle. */
  isOnItsSide: boolean;
}

const MIDDLE = 'translate(-50%, -50%)';

/** The transforms for each orientation of EXIF from 1 on. */
const TRANSFORMS = [
  '',
  'scaleX(-1)',
  'rotate(180deg)',
  'scaleY(-1)',
  `${MIDDLE} rotate(90deg) scaleY(-1)`,
  `${MIDDLE} rotate(90deg)`,
  `${MIDDLE} rotate(-90deg) scaleY(-1)`,
  `${MIDDLE} rotate(-90deg)`,
];

/** The turn of a WebP file. Rejects if it cannot be read. */
export async function previewTurnOf(file: Blob): Promise<PreviewTurn> {
  const orientation = orientationOfWebp(new Uint8Array(await file.arrayBuffer()));
  return { transform: TRANSFORMS[orientation - 1]!, isOnItsSide: isOnItsSide(orientation) };
}
