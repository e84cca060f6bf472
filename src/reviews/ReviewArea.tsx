import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { Skeleton } from '../ui/Skeleton';
import { VisuallyHidden } from '../ui/VisuallyHidden';
import styles from './ReviewArea.module.css';

/** How far below the window the area counts as near. */
const NEAR = '600px 0px';

/** The place to write a review; `children`, with all of their code, come when it is near the viewport. */
export function ReviewArea({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: NEAR },
    );
    if (!isNear) observer.observe(place.current!);
    return () => observer.disconnect();
  }, [isNear]);

  return (
    <div ref={place} className={styles.place}>
      {isNear ? (
        <Suspense fallback={<ReviewAreaChecking />}>{children}</Suspense>
      ) : (
        <ReviewAreaChecking isStill />
      )}
    </div>
  );
}

/** What stands there until it is known who may write; still until somebody looks at it. */
export function ReviewAreaChecking({ isStill = false }: { isStill?: boolean }) {
  return (
    <div aria-busy="true">
      <VisuallyHidden>Loading the place for your review…</VisuallyHidden>
      <Skeleton className={styles.checking} isStill={isStill} />
    </div>
  );
}
