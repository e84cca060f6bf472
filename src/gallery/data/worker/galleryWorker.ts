/**
 * The worker of the live gallery (liveGallery.ts in src/gallery/data starts it): the SDK's code and its work on each
 * answer are off the page's thread. The gallery is public, so nobody is signed in here.
 */
import { disableNetwork, enableNetwork } from 'firebase/firestore';
import type { GalleryWork } from '../../../domain/types';
import type { BackendConfig } from '../../../firebase/config';
import type { GalleryPage } from '../../port';
import { followPage, liveFirestore } from './followPage';

/** From the page: what to follow from now on. `index` is the place of the page in the gallery. */
export interface Following extends Pick<GalleryPage, 'after' | 'next'> {
  config: BackendConfig;
  index: number;
}

/** From the page: the network is back. */
export interface Reconnecting {
  config: BackendConfig;
  index?: never;
}

/** To the page: the order of a page's works, and those that are new or other than before. */
export interface PageChange {
  index: number;
  order: readonly string[];
  changed: readonly GalleryWork[];
}

/** To the page: this page of the gallery is followed no longer. */
export interface PageEnd {
  index: number;
  error: string;
}

/** What is used of a dedicated worker: the library of types for pages does not have it. */
declare const self: Pick<Worker, 'addEventListener'> & {
  postMessage(message: PageChange | PageEnd): void;
};

/** The SDK hears of the network's return in a page alone. Here it would wait for its next try, up to a minute. */
async function reconnect(config: BackendConfig): Promise<void> {
  const firestore = liveFirestore(config);
  await disableNetwork(firestore);
  await enableNetwork(firestore);
}

self.addEventListener('message', ({ data }: MessageEvent<Following | Reconnecting>) => {
  if (data.index === undefined) return void reconnect(data.config);
  const { config, index, after, next } = data;
  let sent = new Map<string, string>();
  const onWorks = (works: GalleryWork[]) => {
    const texts = new Map(works.map((work) => [work.id, JSON.stringify(work)]));
    const changed = works.filter(({ id }) => sent.get(id) !== texts.get(id));
    sent = texts;
    self.postMessage({ index, order: [...texts.keys()], changed });
  };
  followPage(config, { after, next }, onWorks, (error) =>
    self.postMessage({ index, error: String(error) }),
  );
});
