import { useCallback, useState } from 'react';
import { placeholderAddress } from './placeholder';
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

/**
 * How a picture is asked for: with CORS, plainly, by its main address instead of a rendering; `none` has given
 * up until the network is back. Each failure leads to the next.
 */
type Way = 'cors' | 'plain' | 'mainAddress' | 'none';
/** The way that the picture of an address is asked for now. */
interface Reached {
  url: string | undefined;
  way: Way;
}

const NEXT_WAY: Record<Way, Way> = {
  cors: 'plain',
  plain: 'mainAddress',
  mainAddress: 'none',
  none: 'none',
};

/**
 * A picture in the best size and type. It is fetched with CORS, so that the worker caches answers it can
 * read; a bucket that has not been told to allow that (docs/deploy.md) is asked plainly, and what it shows
 * is not kept for offline. A rendering that is missing gives way to the main address. Until it is there its
 * placeholder shows; what has not arrived is tried again when the network is back.
 */
export function Picture(props: PictureProps) {
  const { image, alt, sizes, loading = 'lazy', crop, width = 1600, height = 1200 } = props;
  const url = image?.url;
  const [reached, setReached] = useState<Reached>({ url, way: 'cors' });
  // Another picture begins anew.
  const way = reached.url === url ? reached.way : 'cors';
  const fail = useCallback(
    () => setReached((last) => ({ url, way: NEXT_WAY[last.url === url ? last.way : 'cors'] })),
    [url],
  );
  const again = useCallback(() => setReached({ url, way: 'cors' }), [url]);
  useWhenOnline(way === 'none', again);
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
  if (!url || way === 'none') {
    return (
      <span className={styles.missing} style={style}>
        {url ? <Sign /> : <Icon name="kitchen" size="2.5rem" />}
        <span className="visually-hidden">{image?.alt ?? alt}</span>
      </span>
    );
  }
  const hasRenderings = way !== 'mainAddress';
  return (
    <picture key={way}>
      {hasRenderings &&
        crop &&
        sourceSets(crop.sources).map(({ type, srcSet }) => (
          <source key={type} type={type} media={crop.media} srcSet={srcSet} sizes={crop.sizes} />
        ))}
      {hasRenderings &&
        sourceSets(image.sources).map(({ type, srcSet }) => (
          <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
        ))}
      <img
        ref={onImage}
        // Before `src`, or browsers start fetching without them.
        loading={loading === 'lazy' ? 'lazy' : 'eager'}
        fetchPriority={loading === 'lazy' ? 'auto' : loading}
        crossOrigin={way === 'cors' ? 'anonymous' : undefined}
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
