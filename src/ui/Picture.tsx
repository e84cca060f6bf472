import { useCallback, useState } from 'react';
import { placeholderAddress } from '../domain/placeholder';
import type { ImageSource, WorkImage } from '../domain/types';
import { Icon } from './Icon';
import styles from './Picture.module.css';
import { useOnline, useWhenOnline } from './useOnline';

export interface PictureProps {
  /** What is stored may lack anything; a picture without an address is drawn as missing. */
  image: Partial<WorkImage> | undefined;
  /** Alternative text where the picture brings none. */
  alt: string;
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes: string;
  /** `high` and `low` load at once with that priority; `lazy` when it comes near the viewport. */
  loading?: 'high' | 'low' | 'lazy';
  /** What windows of a media query show instead, in renderings of its own; nothing else is loaded there. */
  crop?: { media: string; sizes: string; sources: ImageSource[] };
  /** Pixel size where the picture brings none; only its ratio matters. */
  width?: number;
  height?: number;
}

const NONE = { url: '', times: 0 };

/**
 * A picture in the best size and type. It is fetched with CORS, so that the worker caches answers it can
 * read; a bucket that has not been told to allow that (docs/deploy.md) is asked plainly, and what it shows
 * is not kept for offline. A rendering that is missing gives way to the main address. Until it is there its
 * placeholder shows; what has not arrived is tried again when the network is back.
 */
export function Picture(props: PictureProps) {
  const { image, alt, sizes, loading = 'lazy', crop, width = 1600, height = 1200 } = props;
  // How often this address has failed: 0 tries with CORS, 1 without, 2 the main address, 3 gives up for now.
  const [failure, setFailure] = useState(NONE);
  const url = image?.url;
  const times = failure.url === url ? failure.times : 0;
  const fail = useCallback(
    () => setFailure((last) => ({ url: url ?? '', times: last.url === url ? last.times + 1 : 1 })),
    [url],
  );
  const again = useCallback(() => setFailure(NONE), []);
  useWhenOnline(times > 2, again);
  // A prerendered picture may have failed before React was there to hear it.
  const onImage = useCallback(
    (element: HTMLImageElement | null) => {
      if (element?.complete && element.naturalWidth === 0 && element.currentSrc !== '') fail();
    },
    [fail],
  );

  const { placeholder } = image ?? {};
  const style = placeholder
    ? { backgroundImage: `url(${placeholderAddress(placeholder)})` }
    : undefined;
  if (!url || times > 2) {
    return (
      <span className={styles.missing} style={style}>
        {url ? <Sign /> : <Icon name="kitchen" size="2.5rem" />}
        <span className="visually-hidden">{image?.alt ?? alt}</span>
      </span>
    );
  }
  return (
    <picture key={times}>
      {times < 2 &&
        crop &&
        sourceSets(crop.sources).map(({ type, srcSet }) => (
          <source key={type} type={type} media={crop.media} srcSet={srcSet} sizes={crop.sizes} />
        ))}
      {times < 2 &&
        sourceSets(image.sources).map(({ type, srcSet }) => (
          <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
        ))}
      <img
        ref={onImage}
        // Before `src`, or browsers start fetching without them.
        loading={loading === 'lazy' ? 'lazy' : 'eager'}
        fetchPriority={loading === 'lazy' ? 'auto' : loading}
        crossOrigin={times === 0 ? 'anonymous' : undefined}
        decoding="async"
        src={url}
        alt={image.alt ?? alt}
        width={image.width ?? width}
        height={image.height ?? height}
        onError={fail}
        className={styles.image}
        style={style}
      />
    </picture>
  );
}

/** Says why there is nothing but a placeholder. */
function Sign() {
  const isOnline = useOnline();
  return (
    <span className={styles.sign} data-picture-missing="">
      <Icon name="wifi-off" size="1.25em" />
      {isOnline ? 'Not loaded yet' : 'Not available offline'}
    </span>
  );
}

/** Browsers take the first type they know: the one with the smallest files stands last here. */
const rank = (type: string) => ['image/webp', 'image/avif'].indexOf(type);

/** Renderings grouped by type as `srcset`s, best type first, narrowest first. */
function sourceSets(sources: readonly ImageSource[] = []) {
  const types = [...new Set(sources.map((source) => source.type))];
  return types
    .sort((a, b) => rank(b) - rank(a))
    .map((type) => ({
      type,
      srcSet: sources
        .filter((source) => source.type === type)
        .sort((a, b) => a.width - b.width)
        .map((source) => `${source.url} ${source.width}w`)
        .join(', '),
    }));
}
