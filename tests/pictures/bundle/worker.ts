import { prepareImageInWorker } from '../../../src/pictures/worker/workerCanvas';

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void prepareImageInWorker(data).then((result) => postMessage(result));
});
