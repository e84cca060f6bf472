/** A worker of the owner's page: what it prepares does not keep the page's thread (page/workPreparation.ts). */
import { prepareWorkPicture, type WorkPicturePreparation } from '../prepareWorkPicture';
import { workerCanvas } from './workerCanvas';

/**
 * What the worker is asked: one photo at a time. The answer is a `WorkPicturePreparation`, or null if the worker broke.
 */
export interface WorkPhoto {
  file: Blob;
  salt: string;
}

addEventListener('message', async ({ data }: MessageEvent<WorkPhoto>) => {
  const broken = () => null;
  const result = await prepareWorkPicture(data.file, workerCanvas, data.salt).catch(broken);
  postMessage(result, { transfer: bytesOf(result) });
});

/** Handed over, not copied. */
function bytesOf(result: WorkPicturePreparation | null): ArrayBuffer[] {
  if (!result?.ok) return [];
  const { renderings, thumb } = result.picture;
  return [...renderings.map(({ bytes }) => bytes), ...(thumb ? [thumb] : [])];
}
