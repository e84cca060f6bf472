import { createContext, use, useCallback, useEffect, useState, type CSSProperties } from 'react';
import type { ImageSource, WorkImage } from '../domain/types';
import { Icon } from './Icon';
import styles from './Picture.module.css';
import { useNetwork, useWhenOnline } from './hooks';

export interface PictureProps {
  /** Stored data may lack any field. A picture without an address is shown as missing. */
  image: Partial<WorkImage> | undefined;
  /** The alternative text for a picture that has none of its own. */
  alt: string;
  /** The displayed width, as in the `sizes` attribute. */
  sizes: string;
  /** `high` and `low`: loads at once with that priority. `lazy`: loads when it comes near the viewport. */
  loading?: 'high' | 'low' | 'lazy';
  /** Other renderings, which replace the picture in windows that match `media`. Only they are loaded there. */
  crop?: { media: string; sizes: string; sources: ImageSource[] };
  /** The pixel size for a picture that has none of its own. Only the ratio matters. */
  width?: number;
  height?: number;
}

/**
 * How a picture is fetched. Each failure leads to the next method:
 * - `cors`: with CORS, so that the worker can read and cache the answer.
 * - `plain`: without CORS, for a bucket that does not allow it (docs/deploy.md). The picture is not cached.
 * - `mainAddress`: the main address, because a rendering may be missing.
 * - `failed`: not fetched until the network is back.
 */
type FetchMethod = 'cors' | 'plain' | 'mainAddress' | 'failed';

interface FetchState {
  url: string | undefined;
  method: FetchMethod;
}

const NEXT_METHOD: Record<FetchMethod, FetchMethod> = {
  cors: 'plain',
  plain: 'mainAddress',
  mainAddress: 'failed',
  failed: 'failed',
};

/** How the picture at an address is fetched now. `fail` goes on to the next method. */
function useFetchMethod(url: string | undefined) {
  const [state, setState] = useState<FetchState>({ url, method: 'cors' });
  // A new address starts with the first method.
  const method = state.url === url ? state.method : 'cors';
  const fail = useCallback(
    () =>
      setState((last) => ({ url, method: NEXT_METHOD[last.url === url ? last.method : 'cors'] })),
    [url],
  );
  const restart = useCallback(() => setState({ url, method: 'cors' }), [url]);
  useWhenOnline(method === 'failed', restart);
  return { method, fail };
}

/**
 * A picture in the best size and type. Its placeholder is shown until it has loaded. A picture that could not be loaded
 * is tried again when the network is back.
 */
export function Picture(props: PictureProps) {
  const { image, sizes, crop } = props;
  const url = image?.url;
  const alt = image?.alt ?? props.alt;
  const { method, fail } = useFetchMethod(url);
  const style = placeholderStyle(image?.placeholder);
  if (!url || method === 'failed') {
    return (
      <span className={styles.missing} style={style}>
        {url ? <MissingLabel /> : <Icon name="kitchen" size="2.5rem" />}
        <span className="visually-hidden">{alt}</span>
      </span>
    );
  }
  return (
    <picture key={method}>
      {method !== 'mainAddress' && (
        <>
          {crop && <Renderings {...crop} />}
          <Renderings sources={image.sources} sizes={sizes} />
        </>
      )}
      <MainImage {...props} image={image} alt={alt} style={style} method={method} onFail={fail} />
    </picture>
  );
}

const placeholderStyle = (placeholder: string | undefined): CSSProperties | undefined =>
  placeholder ? { backgroundImage: `url(${placeholderAddress(placeholder)})` } : undefined;

function Renderings(props: { sources: ImageSource[] | undefined; sizes: string; media?: string }) {
  const { sources, sizes, media } = props;
  return sourceSets(sources).map(({ type, srcSet }) => (
    <source key={type} type={type} media={media} srcSet={srcSet} sizes={sizes} />
  ));
}

interface MainImageProps extends PictureProps {
  image: Partial<WorkImage>;
  style: CSSProperties | undefined;
  method: FetchMethod;
  onFail(): void;
}

function MainImage(props: MainImageProps) {
  const {
    image,
    alt,
    loading = 'lazy',
    width = 1600,
    height = 1200,
    style,
    method,
    onFail,
  } = props;
  // A prerendered picture may have failed before React listened for its error event.
  const onImage = useCallback(
    (element: HTMLImageElement | null) => {
      if (element?.complete && element.naturalWidth === 0 && element.currentSrc !== '') onFail();
    },
    [onFail],
  );
  return (
    <img
      ref={onImage}
      // These attributes come before `src`: otherwise browsers start to fetch without them.
      loading={loading === 'lazy' ? 'lazy' : 'eager'}
      fetchPriority={loading === 'lazy' ? undefined : loading}
      crossOrigin={method === 'cors' ? 'anonymous' : undefined}
      decoding="async"
      src={image.url}
      alt={alt}
      width={image.width ?? width}
      height={image.height ?? height}
      onError={onFail}
      className={styles.image}
      style={style}
    />
  );
}

/** Hears of each picture that is missing, and of each that is not any more. */
export const MissingPictures = createContext<(more: 1 | -1) => void>(() => {});

function MissingLabel() {
  const network = useNetwork();
  const tell = use(MissingPictures);
  useEffect(() => {
    tell(1);
    return () => tell(-1);
  }, [tell]);
  return (
    <span className={styles.sign} data-picture-missing="">
      <Icon name="wifi-off" size="1.25em" />
      <span>{network === 'online' ? 'Not loaded yet' : 'Not available offline'}</span>
    </span>
  );
}

/** A higher rank means smaller files. */
const rank = (type: string) => ['image/webp', 'image/avif'].indexOf(type);

/**
 * The renderings by type, as `srcset`s. The best type comes first, because browsers take the first type that they know.
 * In each group the narrowest rendering comes first.
 */
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

/**
 * The header of a bitmap of 4 × 3 pixels and 24 bits, in base64 (BITMAPFILEHEADER and BITMAPINFOHEADER, 54
 * bytes).
 */
const HEADER = 'Qk1aAAAAAAAAADYAAAAoAAAABAAAAAMAAAABABgAAAAAACQAAAAAAAAAAAAAAAAAAAAAAAAA';

/**
 * The data address of a placeholder. Header and stored bytes are joined as base64, so nothing needs decoding. Browsers
 * blur the picture when they enlarge it.
 */
export const placeholderAddress = (placeholder: string): string =>
  `data:image/bmp;base64,${HEADER}${placeholder}`;
