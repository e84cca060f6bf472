import type { WorkImage } from '../../domain/types';
import { classNames } from '../../ui/classNames';
import { Picture } from '../../ui/Picture';
import { VisuallyHidden } from '../../ui/VisuallyHidden';
import styles from './FullSizePicture.module.css';

interface FullSizePictureProps {
  image: Partial<WorkImage> | undefined;
  alt: string;
  sizes: string;
  loading?: 'high' | 'lazy';
  className?: string | undefined;
}

/** A picture that opens in full size in a new tab; one without an address opens nothing. */
export function FullSizePicture(props: FullSizePictureProps) {
  const { image, alt, sizes, loading = 'lazy', className } = props;
  const picture = <Picture image={image} alt={alt} sizes={sizes} loading={loading} />;
  const look = classNames(styles.frame, className);
  if (!image?.url) return <span className={look}>{picture}</span>;
  return (
    <a href={image.url} target="_blank" rel="noopener noreferrer" className={look}>
      {picture}
      <VisuallyHidden>(opens full size in a new tab)</VisuallyHidden>
    </a>
  );
}
