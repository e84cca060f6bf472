import { useEffect, useState } from 'react';
import { log } from '../../lib/log';
import type { PreviewTurn } from '../../pictures/page/previewTurn';

/** How the preview of a chosen file is turned. The code for that is loaded only when a WebP was chosen. */
export function usePreviewTurn(file: Blob | undefined, type: string): PreviewTurn | undefined {
  const [turn, setTurn] = useState<PreviewTurn>();
  useEffect(() => {
    if (!file || type !== 'image/webp') return undefined;
    let isCurrent = true;
    const look = async () => {
      const { previewTurnOf } = await import('../../pictures/page/previewTurn');
      const found = await previewTurnOf(file);
      if (isCurrent) setTurn(found);
    };
    look().catch((error: unknown) => log('A preview was not turned.', error));
    return () => {
      isCurrent = false;
    };
  }, [file, type]);
  return turn;
}
